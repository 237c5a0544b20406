import { defineMessages } from "../message.ts";

export const task = defineMessages("task", null, {
  common: [
    "A helper is on it…",
    "Waiting for the subagent's report…",
    "Delegating, with clear instructions…",
    "Letting the helper work…",
    "Sharing the load…",
    "A second pair of hands is working…",
    "Passing a part of it along…",
    "Keeping the bench free for the helper…",
    "The helper has the brief…",
    "Dividing the work…",
    "Working side by side…",
    "Standing by for the helper…",
    "Leaving the helper room to think…",
    "Two benches, one workshop…",
  ],
  uncommon: [
    "Trusting, and planning to verify…",
    "Not looking over the helper's shoulder…",
    "The apprentice has the chisel…",
    "Practising the art of the clear brief…",
    "Waiting for word from the other room…",
    "Keeping my hands in my pockets…",
    "Holding the ladder while another climbs…",
    "Enjoying the company of a colleague…",
    "Passing the plans across the table…",
  ],
  rare: [
    "Managing, which is mostly waiting well…",
    "Wondering whether the helper has a helper…",
    "Saving a chair for the returning subagent…",
    "Keeping the kettle warm for the helper…",
    "Hoping my brief had all its commas…",
    "Learning to let go of the screwdriver…",
  ],
  legendary: [
    "Many hands, one diff…",
    "The workshop hums when nobody counts the hands…",
    "A messenger rode out with a scroll of instructions…",
  ],
});
