import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { expect, onTestFinished, test } from "vitest";
import { type PolylogToolsLog, testTools } from "../conformance/support/polylog-tools.ts";
import { ToolsAddress } from "../conformance/support/tools-address.ts";

/** A program that connects to the tools by URL. */
async function connect(log: PolylogToolsLog, onCall?: () => void) {
  const address = new ToolsAddress(testTools(log, onCall, () => "run"));
  onTestFinished(() => address.close());
  const at = await address.open();
  if (at === null) throw new Error("No address");
  const transport = new StreamableHTTPClientTransport(new URL(at.url), {
    requestInit: { headers: at.headers },
  });
  const client = new Client({ name: "program", version: "1" });
  await client.connect(transport as Parameters<Client["connect"]>[0]);
  return { client, transport };
}

test("[OT4] a call over HTTP has the id that the program sends with it", async () => {
  const log: PolylogToolsLog = { calls: [] };
  const { client } = await connect(log);
  const named = { _meta: { "claudecode/toolUseId": "c" } };
  const said = await client.callTool({ name: "test_greet", arguments: { text: "all" }, ...named });
  await client.callTool({ name: "test_fail", arguments: { text: "all" } });
  expect({ said: said.content, calls: log.calls }).toEqual({
    said: [{ type: "text", text: "Greetings, all" }],
    calls: [
      { name: "test_greet", runId: "run", callId: "c", isStopped: false },
      { name: "test_fail", runId: "run", callId: undefined, isStopped: false },
    ],
  });
});

test("[OT4] a call over HTTP is stopped when its client disconnects", async () => {
  const log: PolylogToolsLog = { calls: [] };
  const called = Promise.withResolvers<void>();
  const { client, transport } = await connect(log, called.resolve);
  const call = client.callTool({ name: "test_wait", arguments: { text: "all" } }).catch(() => "gone");
  await called.promise;
  await transport.close();
  await call;
  await expect.poll(() => log.calls.map(({ isStopped }) => isStopped)).toEqual([true]);
});
