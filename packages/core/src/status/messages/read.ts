import { defineMessages } from "../message.ts";

export const read = defineMessages("read", null, {
  common: [
    "Reading the file…",
    "Reading closely…",
    "Going through it line by line…",
    "Getting the lay of the file…",
    "Reading before touching…",
    "Taking in the details…",
    "Looking at what is really there…",
    "Reading the source, not the rumour…",
    "Studying the existing work…",
    "Checking what it says today…",
    "Following the argument of the code…",
    "Noting how things are done here…",
    "Reading the comments too…",
    "Opening the file with clean hands…",
  ],
  uncommon: [
    "Learning the local dialect…",
    "Reading it the way a parser would…",
    "Looking for the author's intent…",
    "Paying attention to the indentation…",
    "Reading past the fold…",
    "Meeting the code where it lives…",
    "Taking notes in the margin…",
    "Asking each helper whom it helps…",
    "Reading the quiet parts as well…",
  ],
  rare: [
    "On the lookout for the word 'temporary'…",
    "Excavating with a soft brush…",
    "Ready to admire a well-named variable…",
    "Reading as if there will be questions after…",
    "Observing functions in their natural habitat…",
    "Handling old lines like old paper…",
  ],
  legendary: [
    "Every file is a letter from someone in a hurry…",
    "Reading on, even where the map says dragons…",
    "Holding the page up to the light…",
  ],
});
