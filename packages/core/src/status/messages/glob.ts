import { defineMessages } from "../message.ts";

export const glob = defineMessages("glob", null, {
  common: [
    "Finding files…",
    "Looking through the folders…",
    "Listing what is here…",
    "Walking the directory tree…",
    "Mapping the project…",
    "Checking which files exist…",
    "Matching names to the pattern…",
    "Opening one drawer after another…",
    "Getting to know the layout…",
    "Taking stock of the shelves…",
    "Looking for files by name…",
    "Going from folder to folder…",
    "Seeing what lives where…",
    "Reading the labels on the boxes…",
  ],
  uncommon: [
    "A star for every name it could be…",
    "Climbing the tree, branch by branch…",
    "Trying not to wake the ignored folders…",
    "Learning how this house is arranged…",
    "Checking the attic as well…",
    "Counting doors before opening any…",
    "Letting the wildcard wander…",
    "Pencilling the map as I go…",
    "Judging files by their extension, for now…",
  ],
  rare: [
    "Wondering if there is a folder called misc…",
    "Hoping that nothing is named final-final…",
    "Following a path to where it ends…",
    "Keeping a thread, as one does in a labyrinth…",
    "Asking the wildcard to behave…",
    "Knocking before entering a hidden folder…",
  ],
  legendary: [
    "Folders inside folders, and a lantern in hand…",
    "Surveying the land with chain and compass…",
    "So many leaves on one tree, each with a name…",
  ],
});
