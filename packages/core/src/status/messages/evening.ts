import { defineMessages } from "../message.ts";

export const evening = [
  ...defineMessages("working", "evening", {
    common: [
      "Evening light, steady hands…",
      "Good evening, working on it…",
      "Working as the day winds down…",
      "A calm evening at the terminal…",
      "The lamp is on, the work goes on…",
      "Quieter now, and easier to concentrate…",
      "One thing at a time this evening…",
      "The evening shift takes over…",
      "Carrying on by lamplight…",
    ],
    uncommon: [
      "Supper is simmering, and so is this…",
      "The office has gone quiet; good…",
      "Golden hour in the terminal…",
      "Slippers on, standards kept…",
      "Dimming the lights, not the attention…",
      "Herbal tea and careful steps…",
    ],
    rare: [
      "The last commit of a day is seldom the wisest…",
      "The street lamps came on in order…",
      "Shadows lengthen; lines stay under the limit…",
      "Crickets outside, none in the code, one hopes…",
    ],
    legendary: [
      "The sunset was reviewed and approved…",
      "Dusk: a soft delete of the day…",
      "The swallows return to their parent process…",
    ],
  }),
  ...defineMessages("idle", "evening", {
    common: ["Good evening, ready when you are"],
    uncommon: ["The lamp is lit, the bench is free"],
    rare: ["One more, or call it a day?"],
    legendary: ["The evening keeps a seat for your idea"],
  }),
];
