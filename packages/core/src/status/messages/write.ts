import { defineMessages } from "../message.ts";

export const write = defineMessages("write", null, {
  common: [
    "Writing the file…",
    "Putting it down in text…",
    "Setting the lines in order…",
    "Moving an idea to disk…",
    "Filling a page…",
    "Starting from the first line…",
    "Writing it plainly…",
    "Laying out the file…",
    "Choosing the words and the whitespace…",
    "Giving the code a home…",
    "Drafting with care…",
    "Writing for the next reader…",
    "Keeping the lines short…",
    "Building it from the top down…",
  ],
  uncommon: [
    "Clean page, good intentions…",
    "Writing so that it can be found again…",
    "Ending with a newline, as is proper…",
    "Cutting the joints to fit…",
    "Writing less, so there is less to fix…",
    "Leaving room for the tests…",
    "Spelling the names in full…",
    "Ink on the nib, hand steady…",
    "Choosing boring where boring is best…",
  ],
  rare: [
    "Persuading the page to cooperate…",
    "Writing it so that it needs no footnote…",
    "Placing the braces where they will be happy…",
    "Carving it so that the grain shows…",
    "Keeping the clever version in the drawer…",
    "Adding no line I could not defend…",
  ],
  legendary: [
    "A page looks back, full of promise…",
    "Once upon a line, there was a semicolon…",
    "Setting type by hand, one glyph at a time…",
  ],
});
