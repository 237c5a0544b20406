import { defineMessages } from "../message.ts";

export const preparing = defineMessages("preparing", null, {
  common: [
    "Getting ready…",
    "Setting up the bench…",
    "Warming up…",
    "Gathering the context…",
    "Clearing some space…",
    "Laying out the tools…",
    "Rolling up the sleeves…",
    "Reading the request…",
    "Opening the workshop…",
    "Taking the request in…",
    "Finding the right place to start…",
    "Putting the kettle on…",
    "Tuning the instruments…",
    "Lighting the lamp over the desk…",
  ],
  uncommon: [
    "Sharpening the pencils…",
    "Dusting off the workbench…",
    "Winding the clock…",
    "Pouring a coffee for the compiler…",
    "Finding the good chair…",
    "Stretching before the heavy lifting…",
    "Unrolling the blueprints…",
    "Oiling the hinges first…",
    "Counting the chisels…",
  ],
  rare: [
    "Moving the cat off the keyboard…",
    "Adjusting the lamp by half a degree…",
    "Looking for the glasses on my forehead…",
    "Cracking knuckles I do not have…",
    "Asking the gremlins to take a seat…",
    "Straightening the stack of unread manuals…",
  ],
  legendary: [
    "The orchestra tunes, the cursor takes a bow…",
    "A hush falls over the workshop…",
    "First the apron, then the work…",
  ],
});
