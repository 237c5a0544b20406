import { describe, expect, test } from "vitest";
import { type Conversation, fromSnapshot, toSnapshot } from "../../src/index.ts";
import { toolCard, toolLine } from "../../src/tools/registry.ts";
import { type Body, conversationOf } from "../log.ts";
import { aCard, cardOf, done, failed, goesOn, pending } from "./call.ts";
import { callIn, cardIn } from "./in-session.ts";

const file = { file_path: "/project/src/add.js" };
const files = (collapsed = true) =>
  ({ kind: "files", files: [{ path: "/project/src/add.js", line: null, detail: null }], collapsed }) as const;
const error = (message: string, code = "tool_error") =>
  ({ kind: "error", code, message, collapsed: false }) as const;

describe("the six states", () => {
  test("[T4] pending", () => {
    expect(cardOf(pending("Read", file))).toEqual(
      aCard({ icon: "read", title: "Reading", object: "/project/src/add.js", blocks: [files()], ...goesOn }),
    );
  });

  test("[T4] success", () => {
    expect(cardOf(done("Read", file, "1\tconst"))).toEqual(
      aCard({ icon: "read", title: "Read", object: "/project/src/add.js", blocks: [files()] }),
    );
  });

  test("[T4] error, with the reason in the line", () => {
    const message = "File does not exist. Note: your current working directory is /project.";
    expect(cardOf(failed("Read", file, message))).toEqual(
      aCard({
        icon: "read",
        title: "Tried to read",
        object: "/project/src/add.js",
        summary: message,
        state: "error",
        blocks: [files(), error(message)],
      }),
    );
  });

  test("[T4] interrupted, by the end of its run or by its result", () => {
    const parts = { icon: "read", title: "Tried to read", object: "/project/src/add.js" } as const;
    expect(cardOf(pending("Read", file, { live: false, endedBy: "cancelled" }))).toEqual(
      aCard({
        ...parts,
        summary: "Cancelled before it finished.",
        state: "interrupted",
        durationMs: null,
        blocks: [files(), error("Cancelled before it finished.", "tool_interrupted")],
      }),
    );
    const stopped = { code: "tool_interrupted", message: "Stopped by the user." };
    expect(cardOf(failed("Read", file, "", { result: null, error: stopped }))).toEqual(
      aCard({
        ...parts,
        summary: "Stopped by the user.",
        state: "interrupted",
        blocks: [files(), error("Stopped by the user.", "tool_interrupted")],
      }),
    );
  });

  test("[T4] truncated", () => {
    const call = done("Read", file, "1\tconst", { truncated: { totalChars: 90_000, blobId: "blob-1" } });
    expect(cardOf(call)).toEqual(
      aCard({
        icon: "read",
        title: "Read",
        object: "/project/src/add.js",
        state: "truncated",
        blocks: [files()],
      }),
    );
  });

  test("[T4] agent-callback", () => {
    expect(
      cardOf(done("agents_message", { agentId: "reviewer", content: "Look, please." }, "Fine.")),
    ).toEqual(
      aCard({
        icon: "exchange",
        title: "Messaged",
        object: "reviewer",
        summary: "Answered",
        state: "agent-callback",
        blocks: [
          { kind: "text", text: "Look, please.", format: "markdown", collapsed: false },
          { kind: "text", text: "Fine.", format: "markdown", collapsed: false },
        ],
      }),
    );
  });
});

describe("time", () => {
  test.each([
    ["the tool's own measurement", done("x", {}, null, { durationMs: 40 }), 40],
    ["otherwise from its start to its result", done("x", {}), 1500],
    ["never negative", done("x", {}, null, { endedTs: 1 }), 0],
    ["unknown if its run's end ended it", pending("x", {}, { live: false, endedBy: "failed" }), null],
    ["unknown while it runs", pending("x", {}), null],
    [
      "the time so far that the agent reports",
      pending("x", {}, { progress: { elapsedMs: 5000, message: null } }),
      5000,
    ],
  ])("[T4] %s", (_, call, durationMs) => {
    expect(cardOf(call).durationMs).toBe(durationMs);
  });

  test("[T4] progress is in the card's line while the call runs", () => {
    const call = pending("crunch", {}, { progress: { elapsedMs: 2000, message: "chunk 3 of 9" } });
    expect(cardOf(call)).toEqual(
      aCard({ icon: "tool", title: "crunch", summary: "chunk 3 of 9", ...goesOn, durationMs: 2000 }),
    );
  });
});

describe("a call that needs permission", () => {
  const call = {
    type: "tool_call_start",
    callId: "c1",
    toolName: "Bash",
    input: { command: "make" },
  } as const;
  const options = [{ optionId: "yes", name: "Yes", kind: "allow_once" }] as const;
  const asked: Body = {
    type: "permission_request",
    requestId: "p1",
    callId: "c1",
    toolName: "Bash",
    options: [...options],
  };
  const allowed: Body = { type: "permission_response", requestId: "p1", optionId: "yes", ts: 60_000 };
  const before: readonly Body[] = [{ type: "run_started" }, call, asked];
  const shown = {
    icon: "terminal",
    object: "make",
    blocks: [{ kind: "command", command: "make", cwd: null, collapsed: false }],
  } as const;

  test("[T26] reads as wanted while it waits, and has no clock", () => {
    expect(cardIn("c1", ...before)).toEqual(
      aCard({ ...shown, blocks: [], title: "Wants to run", state: "pending", durationMs: null }),
    );
  });

  test("[T26] its clock starts with the answer", () => {
    expect(cardIn("c1", ...before, allowed)).toEqual(
      aCard({ ...shown, title: "Running", state: "pending", durationMs: null, runsSince: 60_000 }),
    );
    const result: Body = { type: "tool_result", callId: "c1", toolName: "Bash", ok: true, ts: 60_500 };
    expect(cardIn("c1", ...before, allowed, result).durationMs).toBe(500);
    expect(cardIn("c1", ...before, allowed, { ...result, durationMs: 20 }).durationMs).toBe(20);
  });

  test("[T26] a call that asks a question or presents a plan has no clock", () => {
    for (const toolName of ["AskUserQuestion", "ExitPlanMode"]) {
      const start: Body = { type: "tool_call_start", callId: "c1", toolName, input: { question: "Which?" } };
      const result: Body = { type: "tool_result", callId: "c1", toolName, ok: true, result: "", ts: 90_000 };
      const clock = { runsSince: null, durationMs: null };
      expect(cardIn("c1", { type: "run_started" }, start)).toMatchObject(clock);
      expect(cardIn("c1", { type: "run_started" }, start, result)).toMatchObject(clock);
    }
  });

  test("[T26] is the same after a reload", () => {
    for (const bodies of [before, [...before, allowed]]) {
      const live = conversationOf(...bodies);
      const again = fromSnapshot(JSON.parse(JSON.stringify(toSnapshot(live)))) as Conversation;
      expect(toolCard(callIn(again, "c1"), again)).toEqual(toolCard(callIn(live, "c1"), live));
    }
  });
});

test("[T30] the clock of a call stops while its subagent waits for a person", () => {
  const below = { runId: "child", agentId: "claude" };
  const started: readonly Body[] = [
    { type: "run_started", ts: 1000 },
    { type: "tool_call_start", callId: "c1", toolName: "Task", input: { prompt: "Look." }, ts: 2000 },
    { type: "run_started", ...below, parentRunId: "run-1", parentCallId: "c1", ts: 2000 },
  ];
  const asked: Body = {
    ...{ type: "permission_request", ...below, requestId: "p1", toolName: "Bash", ts: 5000 },
    options: [{ optionId: "yes", name: "Yes", kind: "allow_once" }],
  };
  const clockOf = (...bodies: readonly Body[]) => {
    const { durationMs, runsSince } = cardIn("c1", ...started, ...bodies);
    return { durationMs, runsSince };
  };
  expect(clockOf()).toEqual({ durationMs: null, runsSince: 2000 });
  expect(clockOf(asked)).toEqual({ durationMs: 3000, runsSince: null });
  const allowed: Body = {
    type: "permission_response",
    ...below,
    requestId: "p1",
    optionId: "yes",
    ts: 65_000,
  };
  expect(clockOf(asked, allowed)).toEqual({ durationMs: null, runsSince: 62_000 });
  const result: Body = { type: "tool_result", callId: "c1", toolName: "Task", ok: true, ts: 66_000 };
  expect(clockOf(asked, allowed, result)).toEqual({ durationMs: 4000, runsSince: null });
  const cancelled: Body = { type: "run_ended", ...below, outcome: "cancelled", ts: 65_000 };
  expect(clockOf(asked, cancelled)).toEqual({ durationMs: null, runsSince: 62_000 });
});

describe("reasons", () => {
  test("[T5] Claude's tags around a reason are removed, and only its first line is in the card's line", () => {
    const framed = "<tool_use_error>String to replace not found in file.\nString: NOT THERE</tool_use_error>";
    const message = "String to replace not found in file.\nString: NOT THERE";
    expect(cardOf(failed("NoSuchTool", { a: 1 }, framed))).toEqual(
      aCard({
        icon: "tool",
        title: "NoSuchTool",
        summary: "String to replace not found in file.",
        state: "error",
        blocks: [{ kind: "fields", fields: [{ name: "a", value: "1" }], collapsed: false }, error(message)],
      }),
    );
  });

  test("[T5] a failure without a reason gets a default one", () => {
    expect(cardOf(failed("x", {}, "")).summary).toBe("The tool failed and gave no reason.");
    expect(cardOf(done("x", {}, null, { ok: false })).blocks).toEqual([
      error("The tool failed and gave no reason."),
    ]);
  });

  test.each([
    ["cancelled", "Cancelled before it finished."],
    ["interrupted", "Interrupted before it finished."],
    ["failed", "The run failed before it finished."],
    ["completed", "The run ended without a result for this call."],
  ] as const)("[T5] open calls of a run that ended as %s show that as the reason", (endedBy, message) => {
    const { summary, blocks } = cardOf(pending("x", {}, { live: false, endedBy }));
    expect({ summary, blocks }).toEqual({ summary: message, blocks: [error(message, "tool_interrupted")] });
  });

  test("[T5] a rate limit keeps its code", () => {
    const limited = { code: "rate_limit_tools", message: "Too many calls." };
    expect(cardOf(failed("x", {}, "", { result: null, error: limited })).blocks).toEqual([
      error("Too many calls.", "rate_limit_tools"),
    ]);
  });
});

describe("tense", () => {
  test.each([
    ["Edit", "Editing", "Edited", "Tried to edit"],
    ["Bash", "Running", "Ran", "Tried to run"],
    ["Read", "Reading", "Read", "Tried to read"],
    ["Write", "Writing", "Wrote", "Tried to write"],
    ["Grep", "Searching", "Searched", "Tried to search"],
    ["Glob", "Finding files", "Found files", "Tried to find files"],
    ["ls", "Listing", "Listed", "Tried to list"],
    ["delete", "Deleting", "Deleted", "Tried to delete"],
    ["move", "Moving", "Moved", "Tried to move"],
    ["Task", "Running subagent", "Ran subagent", "Tried to run subagent"],
    ["WebFetch", "Fetching", "Fetched", "Tried to fetch"],
    ["WebSearch", "Searching the web", "Searched the web", "Tried to search the web"],
    ["TodoWrite", "Updating to-dos", "Updated to-dos", "Tried to update to-dos"],
    ["agents_message", "Messaging", "Messaged", "Tried to message"],
    ["agents_list", "Listing agents", "Listed agents", "Tried to list agents"],
    ["AskUserQuestion", "Asking", "Asked", "Tried to ask"],
    ["ExitPlanMode", "Proposing a plan", "Proposed a plan", "Tried to propose a plan"],
  ])("[T3] %s: %s, %s, %s", (name, doing, did, tried) => {
    expect([
      cardOf(pending(name, {})).title,
      cardOf(done(name, {}, "")).title,
      cardOf(failed(name, {}, "no")).title,
      cardOf(pending(name, {}, { live: false, endedBy: "cancelled" })).title,
    ]).toEqual([doing, did, tried, tried]);
  });
});

describe("in one line", () => {
  test.each([
    [pending("Bash", { command: "ls src" }), "live", "Running ls src"],
    [done("Bash", { command: "ls src" }, "add.js"), "done", "Ran ls src"],
    [done("Read", file, "x", { truncated: { totalChars: 9 } }), "done", "Read /project/src/add.js"],
    [failed("Read", file, "no"), "failed", "Tried to read /project/src/add.js"],
    [
      pending("Read", file, { live: false, endedBy: "cancelled" }),
      "waiting",
      "Tried to read /project/src/add.js",
    ],
    [done("agents_message", { agentId: "b" }, "yes"), "agent", "Messaged b"],
    [done("TodoWrite", {}), "done", "Updated to-dos"],
  ] as const)("[T4] %# has a matching tone and line", (call, tone, text) => {
    expect(toolLine(call)).toEqual({ icon: "tool", tone, text });
  });
});

describe("denied calls", () => {
  const deny = { optionId: "deny", name: "Deny", kind: "reject_once" } as const;
  const denied = (answer: object, result = "The user doesn't want to proceed with this tool use. STOP.") =>
    cardIn(
      "c1",
      { type: "tool_call_start", callId: "c1", toolName: "Bash", input: { command: "make" } },
      { type: "permission_request", requestId: "p1", callId: "c1", toolName: "Bash", options: [deny] },
      { type: "permission_response", requestId: "p1", optionId: "deny", ...answer },
      {
        ...{ type: "tool_result", callId: "c1", toolName: "Bash", ok: false, result },
        error: { code: "permission_denied", message: result },
      },
    );

  test.each([
    [{ note: " Not now " }, "Denied: Not now"],
    [{}, "Denied"],
    [{ by: { kind: "rule", name: "make …" } }, "Denied by a rule: make …"],
  ])("[T28] a denied call shows the note and no text that was for the model: %j", (answer, message) => {
    expect(denied(answer)).toEqual(
      aCard({
        icon: "terminal",
        title: "Tried to run",
        object: "make",
        summary: message,
        state: "error",
        durationMs: 1,
        blocks: [
          { kind: "command", command: "make", cwd: null, collapsed: false },
          error(message, "permission_denied"),
        ],
      }),
    );
  });

  test("[T28] a denial without an ask keeps the agent's reason", () => {
    const reason = "Permission to use Bash has been denied.";
    const call = failed("Bash", { command: "make" }, reason, {
      error: { code: "permission_denied", message: reason },
    });
    expect(cardOf(call)).toMatchObject({ summary: reason, state: "error" });
  });
});
