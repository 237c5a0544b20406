import { defineMessages } from "../message.ts";

export const morning = [
  ...defineMessages("working", "morning", {
    common: [
      "Starting the day with care…",
      "Morning light on the workbench…",
      "First coffee, first principles…",
      "Fresh eyes on it this morning…",
      "Easing into the morning's work…",
      "A good hour for hard problems…",
      "Good morning, working on it…",
      "Early light, clear thoughts…",
      "The day is young, the cache is cold…",
    ],
    uncommon: [
      "Coffee steaming, terminal open…",
      "Opening the shutters of the workshop…",
      "The stand-up can wait a minute…",
      "Before the meetings find us…",
      "Dew on the grass, logs on the screen…",
      "Toast first, then the trickier parts…",
    ],
    rare: [
      "The birds are compiling outside…",
      "Wondering what the night left in the logs…",
      "Buttering the toast on the correct side…",
      "Today's mistakes have not been invented yet…",
    ],
    legendary: [
      "Day breaks; that was not us…",
      "The rooster reports an exit code of zero…",
      "The sun came up without a single merge conflict…",
    ],
  }),
  ...defineMessages("idle", "morning", {
    common: ["Good morning, ready when you are"],
    uncommon: ["Coffee first, or shall we begin?"],
    rare: ["A whole day, still unallocated"],
    legendary: ["The morning awaits your first keystroke"],
  }),
];
