import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test, vi } from "vitest";
import { limits } from "../../../src/built-in-agent/mcp/limits.ts";
import { temporaryFolder } from "../../node-program.ts";
import { call, connect, program, rawProgram, toolOf } from "./connect.ts";

const pixel = expect.stringMatching(/^iVBORw0KGgo/);

describe("a server that is a program", () => {
  test("[MC1] [MC2] offers its tools under its name with their own schemas, and all of them need permission", async () => {
    const mcp = await connect({ "My Server!": program("well", { tools: ["echo", "fails"] }) });
    expect(mcp.notices).toEqual([]);
    expect(
      mcp.tools.map(({ run: _, input, ...tool }) => ({ ...tool, takes: input.parse({ a: 1 }) })),
    ).toEqual([
      {
        name: "mcp__My_Server__echo",
        description: "Does echo.",
        inputSchema: { type: "object", properties: { text: { type: "string" } } },
        effect: "execute",
        takes: { a: 1 },
      },
      {
        name: "mcp__My_Server__fails",
        description: "Does fails.",
        inputSchema: { type: "object", properties: { text: { type: "string" } } },
        effect: "execute",
        takes: { a: 1 },
      },
    ]);
    expect(await call(mcp, "mcp__My_Server__echo", { text: "hello" })).toEqual({
      ok: true,
      text: "You said hello",
    });
  });

  test("[MC3] answers with text, images, resources, links and structured content", async () => {
    const mcp = await connect({ box: program() });
    expect(await call(mcp, "mcp__box__parts")).toEqual({
      ok: true,
      text: [
        "a text",
        "[image of type image/svg+xml, not supported]",
        "[audio, audio/wav, not supported]",
        "note://1:\na note",
        "[bin://1, application/zip, not text]",
        "A page: https://example.com/a",
      ].join("\n"),
      content: [
        { type: "image", mediaType: "image/png", data: pixel },
        { type: "image", mediaType: "image/png", data: pixel },
        { type: "link", uri: "https://example.com/a", title: "A page" },
      ],
    });
    expect(await call(mcp, "mcp__box__structured")).toEqual({ ok: true, text: '{\n  "answer": 42\n}' });
    expect(await call(mcp, "mcp__box__nothing")).toEqual({
      ok: true,
      text: "The tool returned no content.",
    });
    expect(await call(mcp, "mcp__box__fails")).toEqual({
      ok: false,
      code: "tool_failed",
      text: "It cannot be done.",
    });
    expect(await call(mcp, "mcp__box__throws")).toEqual({
      ok: false,
      code: "tool_failed",
      text: "MCP error -32603: thrown by the tool",
    });
  });

  test("[MC3] an unknown part is shown as unknown, and an invalid answer is an error", async () => {
    const tools = [{ name: "odd", inputSchema: { type: "object" } }];
    const broken = { type: "image", data: "not base64!", mimeType: "image/png" };
    const content = [{ type: "hologram" }, 7, broken, { type: "text", text: "still here" }];
    const odd = await connect({ raw: rawProgram({ "tools/list": { tools }, "tools/call": { content } }) });
    expect(await call(odd, "mcp__raw__odd")).toEqual({
      ok: true,
      text: [
        "[unreadable content: hologram]",
        "[unreadable content: number]",
        "[image is not valid base64]",
        "still here",
      ].join("\n"),
    });
    const wrong = await connect({
      raw: rawProgram({ "tools/list": { tools }, "tools/call": { content: 7 } }),
    });
    expect(await call(wrong, "mcp__raw__odd")).toEqual({
      ok: false,
      code: "bad_answer",
      text: "The server's answer is not a valid tool result.",
    });
  });

  test("[MC4] a long answer is truncated, and this is reported", async () => {
    const mcp = await connect({ box: program() });
    expect(await call(mcp, "mcp__box__large")).toEqual({
      ok: true,
      text: `${"x".repeat(limits.resultChars)}\n[truncated: first ${limits.resultChars} of 200000 characters]`,
      totalChars: 200_000,
    });
  });

  test("[MC4] names, descriptions and schemas of a hostile server are cleaned, truncated or dropped", async () => {
    const schema = { type: "object" };
    const deep = JSON.parse(`${'{"type":"object","a":'.repeat(100)}1${"}".repeat(100)}`);
    const tools = [
      { name: "a b\u001b[31m\u0000é", description: "ok\u001b[2J\u202e\u0007 fine", inputSchema: schema },
      { name: "n".repeat(5000), description: "d".repeat(100_000), inputSchema: schema },
      { name: "twice", inputSchema: schema },
      { name: "twice", inputSchema: schema },
      { name: "", inputSchema: schema },
      { name: "no_schema" },
      { name: "deep", inputSchema: deep },
      { name: "wide", inputSchema: { type: "object", description: "s".repeat(100_000) } },
      "no object",
    ];
    const mcp = await connect({ raw: rawProgram({ "tools/list": { tools } }) });
    expect(mcp.tools.map(({ name, description }) => ({ name, description }))).toEqual([
      { name: "mcp__raw__a_b__31m__", description: "ok fine" },
      {
        name: expect.stringMatching(/^mcp__raw__n{45}_[0-9a-f]{8}$/),
        description: `${"d".repeat(limits.descriptionChars - 1)}…`,
      },
      { name: "mcp__raw__twice", description: "Tool twice of an MCP server." },
    ]);
    expect(mcp.tools.every(({ name }) => name.length <= 64)).toBe(true);
    expect(mcp.notices).toEqual([
      "The MCP server raw offers twice twice.",
      expect.stringMatching(/^The MCP server raw offers an invalid tool: name: /),
      expect.stringMatching(/^The MCP server raw offers an invalid tool: inputSchema: /),
      "The MCP server raw has an input schema for deep that is nested too deeply.",
      "The MCP server raw has an input schema for wide that is too long.",
      expect.stringMatching(/^The MCP server raw offers an invalid tool: it: /),
    ]);
  });

  test("[MC4] an endless list is cut off", async () => {
    const tools = Array.from({ length: 100 }, (_, index) => ({
      name: `tool${index}`,
      inputSchema: { type: "object" },
    }));
    const many = await connect({ raw: rawProgram({ "tools/list": { tools, nextCursor: "more" } }) });
    const more = `The MCP server raw offers too many tools; only the first ${limits.tools} are available.`;
    expect(many.notices).toContain(more);
    const none = await connect({ raw: rawProgram({ "tools/list": { tools: [], nextCursor: "more" } }) });
    expect([none.tools, none.notices]).toEqual([[], [more, "The MCP server raw offers no tools."]]);
  });

  test("[MC5] its progress is reported as output", async () => {
    const mcp = await connect({ box: program() });
    const pieces: string[] = [];
    const onOutput = async (piece: string) => void pieces.push(piece);
    expect(await call(mcp, "mcp__box__progress", {}, { onOutput })).toEqual({ ok: true, text: "done" });
    expect(pieces).toEqual(["1 of 2\n", "nearly\n"]);
  });

  test("[MC6] a changed list of tools is requested again", async () => {
    const mcp = await connect({ box: program() });
    const before = mcp.tools.map(({ name }) => name);
    await call(mcp, "mcp__box__grow");
    await expect.poll(() => mcp.tools.map(({ name }) => name)).toEqual([...before, "mcp__box__grown"]);
    expect(await call(mcp, "mcp__box__grown")).toEqual({ ok: true, text: "I am new" });
  });

  test("[MC10] a call that takes too long is canceled, and the server is notified and continues", async () => {
    const receipts = path.join(temporaryFolder(), "receipts");
    const mcp = await connect({ box: program("well", { receipts, timeout_ms: 3000 }) });
    expect(await call(mcp, "mcp__box__hang")).toEqual({
      ok: false,
      code: "timed_out",
      text: "The server did not answer in time. Try a smaller request, or continue without it.",
    });
    await expect.poll(() => readFileSync(receipts, "utf8")).toMatch(/^cancelled .*timed out\n$/);
    expect(await call(mcp, "mcp__box__echo", { text: "again" })).toEqual({
      ok: true,
      text: "You said again",
    });
  });

  test("[MC11] the server is notified once of a canceled call, and other calls continue", async () => {
    const receipts = path.join(temporaryFolder(), "receipts");
    const mcp = await connect({ box: program("well", { receipts }) });
    const run = new AbortController();
    await call(mcp, "mcp__box__echo", { text: "first" }, { signal: run.signal });
    const { promise: waiting, resolve } = Promise.withResolvers<void>();
    const onOutput = async () => resolve();
    const cancelled = call(mcp, "mcp__box__hang", {}, { signal: run.signal, onOutput });
    await waiting;
    run.abort(new Error("enough"));
    const outcome = { ok: false, code: "cancelled", text: "The call was cancelled." };
    expect(await cancelled).toEqual(outcome);
    expect(await call(mcp, "mcp__box__echo", {}, { signal: run.signal })).toEqual(outcome);
    expect(await call(mcp, "mcp__box__echo", { text: "next" })).toEqual({ ok: true, text: "You said next" });
    expect(readFileSync(receipts, "utf8")).toBe("cancelled Error: enough\n");
  });

  test("[MC13] runs in its configured folder with only its configured environment", async () => {
    vi.stubEnv("POLYLOG_TOKEN", "canary-of-the-server");
    const cwd = temporaryFolder();
    const env = { API_KEY: "canary-of-the-key", OWN: "own" };
    const mcp = await connect({ box: program("well", { env }) }, { cwd });
    vi.unstubAllEnvs();
    const { text } = await call(mcp, "mcp__box__environment");
    expect(JSON.parse(text)).toMatchObject({ API_KEY: "[redacted]", OWN: "own" });
    expect(text).not.toContain("canary");
    expect(await call(mcp, "mcp__box__folder")).toEqual({ ok: true, text: cwd });
  });

  test("[MC15] is not started if it is disabled; a missing tool is reported", async () => {
    const mcp = await connect({
      off: { ...program("broken"), disabled: true },
      on: program("well", { tools: ["echo", "no_such"] }),
    });
    expect(mcp.tools.map(({ name }) => name)).toEqual(["mcp__on__echo"]);
    expect(mcp.notices).toEqual(["The MCP server on has no tool named no_such."]);
    expect(toolOf(mcp, "mcp__on__echo").effect).toBe("execute");
  });
});
