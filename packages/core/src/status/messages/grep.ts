import { defineMessages } from "../message.ts";

export const grep = defineMessages("grep", null, {
  common: [
    "Searching the code…",
    "Looking for matches…",
    "Combing through the lines…",
    "Following a name through the code…",
    "Finding where it is used…",
    "Sifting for the right line…",
    "Searching high and low…",
    "Asking every file the same question…",
    "Looking for the pattern…",
    "Tracking it down…",
    "Hunting a string…",
    "Scanning line after line…",
    "Checking who mentions this…",
    "Casting a narrow net…",
  ],
  uncommon: [
    "Escaping the dots, just in case…",
    "Looking for the needle, ignoring the hay…",
    "Trying the pattern that should match…",
    "Following footprints from file to file…",
    "Separating uses from mentions…",
    "Panning for one good line…",
    "Holding the magnifying glass level…",
    "Dusting for references…",
    "Reading only the lines that answer…",
  ],
  rare: [
    "Hoping to still read this pattern tomorrow…",
    "Greedy or lazy? Considering the quantifier…",
    "Asking the haystack for cooperation…",
    "Suspecting it is spelled differently…",
    "Interviewing the witnesses, line by line…",
    "Starting with the last place one would look…",
  ],
  legendary: [
    "The haystack was asked politely and is thinking…",
    "Every needle was once the pride of its haystack…",
    "A string that wants to be found leaves a trace…",
  ],
});
