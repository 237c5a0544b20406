import { defineMessages } from "../message.ts";

export const halloween = [
  ...defineMessages("working", "halloween", {
    common: [
      "Lighting a pumpkin by the terminal…",
      "Working while the leaves come down…",
      "Keeping a lantern near the logs…",
      "Stepping softly past the ghost threads…",
      "Autumn wind, steady hands…",
      "Checking for cobwebs in the corners…",
      "Nothing scary, just careful work…",
    ],
    uncommon: [
      "Raking the leaves off the syntax tree…",
      "Handling zombie processes with gloves…",
      "Carving the pumpkin along the grain…",
      "Trick or treat, asks the exit code…",
      "A black cat crossed the keyboard…",
    ],
    rare: [
      "The legacy code is rattling its chains…",
      "Something moved in the attic of the stack…",
      "Leaving sweets out for the daemons…",
      "Haunted only by an old to-do note…",
    ],
    legendary: [
      "The dangling pointer rises at midnight, they say…",
      "The pumpkin has been carved to specification…",
      "A skeleton class offers its services…",
    ],
  }),
  ...defineMessages("idle", "halloween", {
    common: ["The lantern is lit, come in"],
    uncommon: ["Ready, if a little haunted"],
    rare: ["The ghosts are off, the bench is free"],
    legendary: ["Knock thrice, then type"],
  }),
];
