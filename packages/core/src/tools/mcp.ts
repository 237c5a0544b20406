import type { Tool } from "./card.ts";
import { keyFields } from "./reading/key-fields.ts";
import { outputOf } from "./reading/output.ts";
import { resultBlocks } from "./reading/result-blocks.ts";
import { shortAnswer } from "./reading/short-answer.ts";
import { mcpName } from "./tool-name.ts";

/** A tool of an MCP server: which server's is part of its name. */
export const mcp: Tool = {
  names: [],
  card: (call) => {
    const name = mcpName(call.toolName);
    return {
      icon: "plug",
      title: name === null ? call.toolName : `${name.server} - ${name.tool} (MCP)`,
      object: null,
      summary: shortAnswer(call, outputOf(call)),
      blocks: [...keyFields(call), ...resultBlocks(call)],
    };
  },
};
