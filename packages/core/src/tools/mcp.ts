import { mcpName } from "../events/tool-name.ts";
import type { Tool } from "./card.ts";
import { keyFields } from "./input/key-fields.ts";
import { outputOf } from "./output/output.ts";
import { resultBlocks, shortAnswer } from "./output/result-blocks.ts";

/** A tool of an MCP server: its name includes the server's. */
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
