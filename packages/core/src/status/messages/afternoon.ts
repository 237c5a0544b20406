import { defineMessages } from "../message.ts";

export const afternoon = [
  ...defineMessages("working", "afternoon", {
    common: [
      "Steady work this afternoon…",
      "Keeping a good afternoon pace…",
      "The afternoon shift is on it…",
      "Working through the afternoon…",
      "Good afternoon, working on it…",
      "Daylight left, work in hand…",
      "After lunch, one thing at a time…",
      "An even pace past noon…",
      "The sun is high, the work is steady…",
    ],
    uncommon: [
      "Second coffee, same care…",
      "Holding off the afternoon slump…",
      "A biscuit's worth of patience…",
      "Tea at a safe distance from the keyboard…",
      "Long light across the bench…",
      "Between two meetings, quietly working…",
    ],
    rare: [
      "Digesting lunch and a stack trace…",
      "A nap was considered and declined…",
      "The plants on the sill have leaned in to watch…",
      "The hour when deadlines cast short shadows…",
    ],
    legendary: [
      "High noon passed without a race condition…",
      "The sundial agrees with the scheduler…",
      "Teatime is a blocking call; working around it…",
    ],
  }),
  ...defineMessages("idle", "afternoon", {
    common: ["Good afternoon, what is next?"],
    uncommon: ["The afternoon is open"],
    rare: ["Room for one more good idea before tea"],
    legendary: ["The sundial points at you"],
  }),
];
