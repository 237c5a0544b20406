import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";

/** An MCP server over stdio with one tool, which repeats its input. */
const server = new McpServer({ name: "conformance", version: "1.0.0" });
server.registerTool(
  "echo",
  { description: "Says back a text", inputSchema: { text: z.string() } },
  async ({ text }) => ({ content: [{ type: "text", text: `echo: ${text}` }] }),
);
await server.connect(new StdioServerTransport());
