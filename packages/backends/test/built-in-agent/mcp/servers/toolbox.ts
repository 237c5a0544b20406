import { appendFileSync } from "node:fs";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { CallToolRequestSchema, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";

/**
 * An MCP server with a tool for each kind of result. `receipts` is a file to which it appends the requests that it saw.
 */
export function toolbox(receipts = ""): Server {
  const server = new Server(
    { name: "toolbox", version: "1" },
    { capabilities: { tools: { listChanged: true } } },
  );
  const names = Object.keys(tools).filter((name) => name !== "grown");
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: names.map((name) => ({
      name,
      description: `Does ${name}.`,
      inputSchema: { type: "object", properties: { text: { type: "string" } } },
      annotations: { readOnlyHint: true },
    })),
  }));
  server.setRequestHandler(CallToolRequestSchema, async (request, extra) => {
    const { name, arguments: input = {} } = request.params;
    if (name === "grow") {
      names.push("grown");
      await server.sendToolListChanged();
    }
    if (name === "progress") {
      const progressToken = request.params._meta?.progressToken ?? "";
      for (const progress of [1, 2]) {
        const params = {
          progressToken,
          progress,
          total: 2,
          ...(progress === 2 ? { message: "nearly" } : {}),
        };
        await extra.sendNotification({ method: "notifications/progress", params });
      }
    }
    if (name === "hang") {
      await extra.sendNotification({
        method: "notifications/progress",
        params: { progressToken: request.params._meta?.progressToken ?? "", progress: 0, message: "waiting" },
      });
      await new Promise<void>((resolve) => extra.signal.addEventListener("abort", () => resolve()));
      appendFileSync(receipts, `cancelled ${extra.signal.reason}\n`);
    }
    return tools[name]?.(input) ?? {};
  });
  return server;
}

const pixel =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

const text = (value: string) => ({ content: [{ type: "text", text: value }] });

const tools: Record<string, (input: Record<string, unknown>) => Record<string, unknown>> = {
  echo: ({ text: said }) => text(`You said ${said}`),
  parts: () => ({
    content: [
      { type: "text", text: "a text" },
      { type: "image", data: pixel, mimeType: "image/png" },
      { type: "image", data: pixel, mimeType: "image/svg+xml" },
      { type: "audio", data: pixel, mimeType: "audio/wav" },
      { type: "resource", resource: { uri: "note://1", text: "a note" } },
      { type: "resource", resource: { uri: "pic://1", blob: pixel, mimeType: "image/png" } },
      { type: "resource", resource: { uri: "bin://1", blob: "AAAA", mimeType: "application/zip" } },
      { type: "resource_link", uri: "https://example.com/a", name: "A page" },
    ],
    structuredContent: { hidden: "because there is text" },
  }),
  structured: () => ({ content: [], structuredContent: { answer: 42 } }),
  fails: () => ({ ...text("It cannot be done."), isError: true }),
  throws: () => {
    throw new Error("thrown by the tool");
  },
  nothing: () => ({ content: [] }),
  large: () => text("x".repeat(200_000)),
  environment: () => text(JSON.stringify(process.env)),
  folder: () => text(process.cwd()),
  grow: () => text("grown"),
  grown: () => text("I am new"),
  progress: () => text("done"),
  hang: () => text("never read"),
  dies: () => {
    console.error(`last words ${process.env.API_KEY} ${process.env.PLAIN_VALUE}`);
    process.exit(7);
  },
  floods: () => {
    process.stdout.write(`{"jsonrpc":"2.0","id":1,"result":{"content":"${"x".repeat(12 * 1024 * 1024)}"}}\n`);
    return text("and goes on");
  },
};
