import { defineMessages } from "../message.ts";

export const tool = defineMessages("tool", null, {
  common: [
    "Calling a tool…",
    "Waiting for the tool to answer…",
    "Using the tool for the job…",
    "Handing over the parameters…",
    "The tool is at work…",
    "Plugged in, waiting…",
    "Asking a specialist…",
    "Letting the tool do what it does…",
    "Waiting on the other end…",
    "Sending the arguments along…",
    "A tool call is under way…",
    "Reaching for the right drawer…",
    "Borrowing a tool from next door…",
    "Waiting for the result to come back…",
  ],
  uncommon: [
    "Holding it by the handle, as designed…",
    "Reading the schema before speaking…",
    "Minding the units and the types…",
    "Trying the special key from the ring…",
    "Trusting a tool I did not make…",
    "Speaking the tool's own language…",
    "Checking that the plug fits the socket…",
    "Filling in the form, required fields first…",
    "Knocking, then waiting at the door…",
  ],
  rare: [
    "Hoping the optional fields are truly optional…",
    "Asking the expert, then listening…",
    "Turning a crank whose gears I cannot see…",
    "Admiring the jig somebody built for this…",
    "Choosing tweezers over the hammer…",
    "Putting the coin in, awaiting the chime…",
  ],
  legendary: [
    "The old toolbox opens with a dignified creak…",
    "A rare tool leaves its velvet-lined case…",
    "For every odd bolt, someone made a wrench…",
  ],
});
