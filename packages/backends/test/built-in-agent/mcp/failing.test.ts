import { expect, test } from "vitest";
import { connectServers } from "../../../src/built-in-agent/mcp/connect-servers.ts";
import { limits } from "../../../src/built-in-agent/mcp/limits.ts";
import { limits as processLimits } from "../../../src/process/limits.ts";
import { temporaryFolder } from "../../node-program.ts";
import { processesWith } from "../../process-list.ts";
import { call, connect, program } from "./connect.ts";

test("[MC7] servers that do not start are reported, and the others work", async () => {
  const mcp = await connect({
    mute: program("mute", { start_timeout_ms: 1000 }),
    missing: { command: "no-such-program" },
    broken: program("broken"),
    unreachable: { url: "http://127.0.0.1:1/mcp" },
    good: program("well", { tools: ["echo"] }),
  });
  expect([...mcp.notices].sort()).toEqual([
    "The MCP server broken did not start. It exited unexpectedly (exit code 3). Last output: cannot start with undefined and undefined",
    "The MCP server missing did not start. no-such-program was not found. Install it, or set the agent's command to its absolute path.",
    "The MCP server mute did not start. It did not answer within 1 seconds.",
    expect.stringMatching(/^The MCP server unreachable did not start\. fetch failed: /),
  ]);
  expect(await call(mcp, "mcp__good__echo", { text: "hi" })).toEqual({ ok: true, text: "You said hi" });
});

test("[MC8] a server that ends fails its calls, and restarts on its next use", async () => {
  const mcp = await connect({ box: program() });
  expect(await call(mcp, "mcp__box__dies")).toEqual({
    ok: false,
    code: "server_ended",
    text: "The MCP server of this tool ended during the call. It is restarted on its next use. It exited unexpectedly (exit code 7). Last output: last words undefined undefined",
  });
  const [first, second] = await Promise.all([
    call(mcp, "mcp__box__echo", { text: "one" }),
    call(mcp, "mcp__box__echo", { text: "two" }),
  ]);
  expect([first.text, second.text]).toEqual(["You said one", "You said two"]);
});

test("[MC8] a server that always ends is restarted a limited number of times; an answer resets the count", async () => {
  const mcp = await connect({ box: program() });
  for (let life = 0; life < limits.restarts; life++) await call(mcp, "mcp__box__dies");
  expect((await call(mcp, "mcp__box__echo", { text: "alive" })).text).toBe("You said alive");
  for (let life = 0; life <= limits.restarts; life++) {
    expect((await call(mcp, "mcp__box__dies")).code).toBe("server_ended");
  }
  expect(await call(mcp, "mcp__box__echo")).toEqual({
    ok: false,
    code: "server_unavailable",
    text: `The MCP server of this tool is not available. It ended ${limits.restarts + 1} times without an answer and is not restarted again.`,
  });
});

test("[MC9] invalid lines in a server's output are skipped and reported once", async () => {
  const mcp = await connect({ box: program("noisy") });
  expect((await call(mcp, "mcp__box__echo", { text: "a" })).text).toBe("You said a");
  expect(mcp.notices).toEqual([
    "The MCP server box writes lines to its output that are not MCP messages. They are skipped.",
  ]);
});

test("[MC9] a line of 100 MB costs a notice and little memory", async () => {
  const before = process.memoryUsage.rss();
  const mcp = await connect({ box: program("endless") });
  expect(process.memoryUsage.rss() - before).toBeLessThan(64 * 1024 * 1024);
  expect((await call(mcp, "mcp__box__echo", { text: "a" })).text).toBe("You said a");
  expect(mcp.notices).toEqual([
    "The MCP server box writes lines to its output that are not MCP messages. They are skipped.",
  ]);
});

test("[MC9] a server that only writes invalid lines is stopped", async () => {
  const mcp = await connect({ box: program("chatty") });
  expect(mcp.notices).toEqual([
    "The MCP server box writes lines to its output that are not MCP messages. They are skipped.",
    `The MCP server box did not start. It wrote ${limits.garbageLines} consecutive lines that are not MCP messages.`,
  ]);
});

test("[MC9] an answer that is too long fails its call", async () => {
  const mcp = await connect({ box: program() });
  const { text, ...rest } = await call(mcp, "mcp__box__floods");
  expect(rest).toEqual({ ok: false, code: "server_ended" });
  expect(text).toMatch(
    new RegExp(`It sent a message of \\d+ bytes\\. The limit is ${processLimits.lineBytes} bytes\\.`),
  );
  expect((await call(mcp, "mcp__box__echo", { text: "a" })).text).toBe("You said a");
});

test("[MC12] after a close nothing is running, and nothing restarts", async () => {
  const mark = temporaryFolder();
  const mcp = await connect({
    a: program("well", { receipts: mark }),
    b: program("noisy", { receipts: mark }),
  });
  const hanging = call(mcp, "mcp__a__hang");
  expect(processesWith(mark).length).toBeGreaterThanOrEqual(2);
  await mcp.close();
  expect(processesWith(mark)).toEqual([]);
  expect((await hanging).ok).toBe(false);
  expect(await call(mcp, "mcp__a__echo")).toEqual({
    ok: false,
    code: "server_unavailable",
    text: "The MCP server of this tool is not available. It was closed.",
  });
  await mcp.close();
  expect(processesWith(mark)).toEqual([]);
});

test("[MC12] an abort stops servers that are still starting", async () => {
  const mark = temporaryFolder();
  const stop = new AbortController();
  const connecting = connectServers(
    { mute: program("mute", { receipts: mark }) },
    { cwd: mark, signal: stop.signal },
  );
  await expect.poll(() => processesWith(mark)).not.toEqual([]);
  stop.abort();
  const mcp = await connecting;
  await mcp.close();
  expect([mcp.tools, mcp.notices, processesWith(mark)]).toEqual([[], [], []]);
  const late = await connectServers(
    { box: program("well", { receipts: mark }) },
    { cwd: mark, signal: stop.signal },
  );
  expect([late.tools, processesWith(mark)]).toEqual([[], []]);
});

test("[MC13] a server's secrets appear in no notice and no answer", async () => {
  const env = { API_KEY: "canary-in-the-key", PLAIN_VALUE: "canary-under-a-plain-name" };
  const secret = ["--api-key", "canary-in-an-argument", "--token=canary-in-an-assignment"];
  const given = program("broken", { env });
  const mcp = await connect({
    broken: { ...given, args: [...("args" in given ? (given.args ?? []) : []), ...secret] },
    unreachable: {
      url: "http://user:canary-password@127.0.0.1:1/mcp?key=canary-in-the-query",
      headers: { authorization: "Bearer canary-in-the-header" },
    },
    refused: { url: "http://127.0.0.1:1/", headers: { "x-key": "canary-with-a-newline\n" } },
    dying: program("well", { env }),
  });
  const { text } = await call(mcp, "mcp__dying__dies");
  expect(mcp.notices).toHaveLength(3);
  expect([...mcp.notices, text].join("\n")).not.toContain("canary");
  expect(text).toContain("[redacted]");
});
