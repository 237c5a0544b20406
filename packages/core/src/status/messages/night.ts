import { defineMessages } from "../message.ts";

export const night = [
  ...defineMessages("working", "night", {
    common: [
      "Working quietly, it is late…",
      "Night shift, careful steps…",
      "The house is asleep, the work is not…",
      "Burning a little midnight oil…",
      "Low light, sharp focus…",
      "Keeping the keys quiet…",
      "Late hours, extra care…",
      "By the glow of the terminal…",
      "A quiet night at the bench…",
    ],
    uncommon: [
      "Dark mode, indoors and out…",
      "Only the fans and us…",
      "Moonlight on the monospace…",
      "Double-checking, because it is late…",
      "Stars out, scope small…",
      "The owls have been notified…",
    ],
    rare: [
      "Nothing hasty; tired eyes will read this…",
      "The moon is on call tonight…",
      "Sheep are being counted in another thread…",
      "Whispering, so as not to wake the linter…",
    ],
    legendary: [
      "The constellations are in source order…",
      "At this hour even the bugs speak softly…",
      "The night watchman nods at the build…",
    ],
  }),
  ...defineMessages("idle", "night", {
    common: ["Ready, and keeping the night quiet"],
    uncommon: ["It is late; sleep is also a fine plan"],
    rare: ["The moon and the cursor are both up"],
    legendary: ["Tomorrow's you would approve of some sleep"],
  }),
];
