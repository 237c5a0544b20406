import { defineMessages } from "../message.ts";

export const weekend = [
  ...defineMessages("working", "weekend", {
    common: [
      "Weekend pace, weekday care…",
      "A quiet weekend at the workbench…",
      "No meetings today, just the work…",
      "Weekend hours, unhurried hands…",
      "Working on it, weekend or not…",
      "A side project's favourite day…",
      "Weekend light in the workshop…",
      "Slow coffee, careful work…",
      "The calendar is empty, the bench is not…",
    ],
    uncommon: [
      "Pancakes first, then pull requests…",
      "Tinkering, in the best sense…",
      "The garden can wait a moment…",
      "Weekend rules: curiosity leads…",
      "Out of the office, in the zone…",
      "Nobody deploys today, one hopes…",
    ],
    rare: [
      "Wearing the comfortable cardigan for this…",
      "The deploy freeze is also a state of mind…",
      "Hobby hours, professional standards…",
      "The standing desk is having a lie-in…",
    ],
    legendary: [
      "Even the nightly jobs are having a lie-down…",
      "Two days a week, the backlog dreams of us…",
      "The hammock has been load-tested…",
    ],
  }),
  ...defineMessages("idle", "weekend", {
    common: ["It is the weekend; no hurry at all"],
    uncommon: ["Ready, or happy to be left for a walk"],
    rare: ["Any work today is entirely optional"],
    legendary: ["The hammock and I await your decision"],
  }),
];
