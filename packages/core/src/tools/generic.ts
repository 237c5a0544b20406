import type { Tool } from "./card.ts";
import { keyFields } from "./reading/key-fields.ts";
import { outputOf } from "./reading/output.ts";
import { resultBlocks } from "./reading/result-blocks.ts";
import { shortAnswer } from "./reading/short-answer.ts";

/** A tool that has no card of its own: what it calls itself, what it was given, what it answered. */
export const generic: Tool = {
  names: [],
  card: (call) => ({
    icon: "tool",
    title: call.title?.trim() || call.toolName,
    object: null,
    summary: shortAnswer(call, outputOf(call)),
    blocks: [...keyFields(call), ...resultBlocks(call)],
  }),
};
