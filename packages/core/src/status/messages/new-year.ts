import { defineMessages } from "../message.ts";

export const newYear = [
  ...defineMessages("working", "newYear", {
    common: [
      "Turning the page with care…",
      "New calendar, same careful hands…",
      "Working at the seam of two years…",
      "Good resolutions, small steps…",
      "Old year, new year, steady work…",
      "Checking the year twice…",
      "A fresh page in the logbook…",
    ],
    uncommon: [
      "Resolving to name things better…",
      "Saving the fireworks for later…",
      "Counting down, off-by-one excluded…",
      "Sweeping the confetti off the bench…",
      "Mistyping the year, as tradition demands…",
    ],
    rare: [
      "May the year roll over and no integer with it…",
      "Making a resolution, with a test for it…",
      "Toasting with whatever is in the mug…",
      "The leap seconds send their regards…",
    ],
    legendary: [
      "Years, it turns out, are incremented atomically…",
      "Time marches on, strictly monotonic…",
      "Midnight is just an overflow with fireworks…",
    ],
  }),
  ...defineMessages("idle", "newYear", {
    common: ["A fresh page, whenever you like"],
    uncommon: ["Ready for the year's good ideas"],
    rare: ["Resolutions accepted at the prompt"],
    legendary: ["The calendar blinked first; your move"],
  }),
];
