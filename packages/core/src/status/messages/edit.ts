import { defineMessages } from "../message.ts";

export const edit = defineMessages("edit", null, {
  common: [
    "Editing the file…",
    "Making an exact change…",
    "Adjusting the lines that matter…",
    "Changing this, keeping that…",
    "Fitting the new part in…",
    "Replacing like with better…",
    "Tightening a few screws…",
    "Keeping the diff readable…",
    "Touching only what needs touching…",
    "Smoothing the edges…",
    "Reworking the passage…",
    "Matching the style around it…",
    "Cutting along the line…",
    "Easing the change into place…",
  ],
  uncommon: [
    "Moving carefully around the neighbours…",
    "Sanding with the grain…",
    "Aiming to leave it tidier than it was…",
    "Swapping the part, keeping the machine…",
    "Mending without leaving a seam…",
    "Asking each line what it is for…",
    "Thinking of whoever reviews this…",
    "Minus here, plus there…",
    "Trimming to the pencil mark…",
  ],
  rare: [
    "Performing keyhole surgery on a function…",
    "Negotiating with a trailing comma…",
    "Untying one knot, tying none…",
    "Resisting the urge to reformat everything…",
    "Replacing a plank while the ship sails…",
    "Using the smallest chisel that will do…",
  ],
  legendary: [
    "The finest edit is felt and not seen…",
    "Every character here was a decision once…",
    "Repairing the cracks with a little gold…",
  ],
});
