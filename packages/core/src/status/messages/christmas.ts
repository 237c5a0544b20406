import { defineMessages } from "../message.ts";

export const christmas = [
  ...defineMessages("working", "christmas", {
    common: [
      "Working by the light of the fir tree…",
      "Snow on the sill, logs on the fire…",
      "Wrapping things carefully…",
      "Keeping the workshop warm…",
      "Checking the list, then checking it again…",
      "A quiet, careful winter's work…",
      "Candles lit, hands steady…",
    ],
    uncommon: [
      "Cinnamon in the coffee, care in the work…",
      "Untangling the lights first…",
      "Traversing the tree, minding the baubles…",
      "Gingerbread within reach of the keyboard…",
      "Tying the ribbon with a proper knot…",
    ],
    rare: [
      "The elves insist on code review…",
      "Hanging stockings on the stack frames…",
      "Balancing the tree, star at the root…",
      "The sleigh is in the build queue…",
    ],
    legendary: [
      "All is calm, all is typed…",
      "A reindeer has volunteered for load testing…",
      "The workshop up north sends its regards…",
    ],
  }),
  ...defineMessages("idle", "christmas", {
    common: ["Warm lights, clear bench, ready"],
    uncommon: ["Something warm in hand, listening"],
    rare: ["One more wish for the list?"],
    legendary: ["The tree is balanced; your turn"],
  }),
];
