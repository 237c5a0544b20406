import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { codex } from "../conformance/programs/codex.ts";
import { TestBench } from "../conformance/support/bench.ts";
import { testTools } from "../conformance/support/polylog-tools.ts";

/** An MCP server with one of the tools, as Polylog's server offers them over HTTP. */
async function serveGreet(): Promise<{ url: string; keys: Set<string> }> {
  const keys = new Set<string>();
  const server = createServer(async (request, response) => {
    keys.add(String(request.headers.authorization));
    const mcp = new McpServer({ name: "polylog", version: "1" });
    mcp.registerTool("test_greet", { inputSchema: { text: z.string() } }, async ({ text }) => ({
      content: [{ type: "text", text: `Greetings by address, ${text}` }],
    }));
    const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true });
    await mcp.connect(transport as Transport);
    await transport.handleRequest(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`, keys };
}

test("[OT2] [OT5] a thread that started without our tools gets them over HTTP, without a permission request", async () => {
  const bench = await TestBench.open(codex);
  onTestFinished(() => bench.remove());
  const { url, keys } = await serveGreet();
  await bench.play("[[say I began without.]]");
  await bench.stop();
  const address = async () => ({ url, headers: { authorization: "Bearer only-these" } });
  bench.provideTools({ ...testTools({ calls: [] }), address });
  await bench.play('[[tool test_greet {"text":"all"}]] [[say Called it.]]');
  const calls = bench.events().flatMap((event) => (event.type === "tool_result" ? [event] : []));
  const asked = bench.events().filter(({ type }) => type === "permission_request").length;
  expect({
    calls: calls.map(({ toolName, ok, result }) => ({ toolName, ok, result })),
    keys: [...keys],
    asked,
  }).toEqual({
    calls: [{ toolName: "mcp__polylog__test_greet", ok: true, result: "Greetings by address, all" }],
    keys: ["Bearer only-these"],
    asked: 0,
  });
});
