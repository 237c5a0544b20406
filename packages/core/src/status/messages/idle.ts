import { defineMessages } from "../message.ts";

export const idle = defineMessages("idle", null, {
  common: [
    "Ready when you are",
    "Over to you",
    "Standing by",
    "Listening",
    "What shall we work on?",
    "The bench is clear",
    "At your service",
    "All ears",
    "Ready for the next one",
    "Waiting for your word",
    "Where to next?",
    "The floor is yours",
    "Take your time",
    "Quiet here, and ready",
  ],
  uncommon: [
    "Tools down, kettle on",
    "The cursor blinks, unhurried",
    "Sweeping up the shavings",
    "Pencil behind the ear",
    "A clean bench and an open mind",
    "Waiting, without tapping the desk",
    "Say the word and we begin",
    "The workshop door is open",
    "No rush, the prompt is patient",
  ],
  rare: [
    "Polishing the enter key",
    "Alphabetising the screwdrivers",
    "Watching the dust settle, neatly",
    "Having a quiet word with the duck",
    "Resting, as all good loops must",
    "Oiling the tools while it is calm",
  ],
  legendary: [
    "The cursor dreams of semicolons",
    "A craftsman at rest is still looking at the wood",
    "Somewhere, a perfectly good idea is yours to type",
  ],
});
