import type { Tool } from "./card.ts";
import { keyFields } from "./input/key-fields.ts";
import { outputOf } from "./output/output.ts";
import { resultBlocks, shortAnswer } from "./output/result-blocks.ts";

/** A tool without a dedicated card: its own name, its input and its output. */
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
