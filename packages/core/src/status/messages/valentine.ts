import { defineMessages } from "../message.ts";

export const valentine = [
  ...defineMessages("working", "valentine", {
    common: [
      "Working on it, with affection…",
      "Handling the code with tenderness…",
      "Roses by the terminal, hands at work…",
      "Putting some heart into it…",
      "A little extra care today…",
      "Kind words for the compiler…",
      "Good pairs make good programs…",
    ],
    uncommon: [
      "Matching brackets, as they were meant to be…",
      "A kind word for whoever wrote this first…",
      "Chocolate near, but not on, the keyboard…",
      "Two spaces, side by side…",
      "Every key deserves its value…",
    ],
    rare: [
      "Humming a love song in monospace…",
      "It is a strongly typed relationship…",
      "Promises kept, one await at a time…",
      "Sealing the envelope with a checksum…",
    ],
    legendary: [
      "Somewhere a lock has met its key…",
      "A foreign key longs for its table…",
      "Love is a protocol without timeouts…",
    ],
  }),
  ...defineMessages("idle", "valentine", {
    common: ["The bench is free, the heart is light"],
    uncommon: ["Ready, and glad to see you"],
    rare: ["The chocolate is gone, the attention is yours"],
    legendary: ["Two cursors would be company"],
  }),
];
