import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { deeds } from "./scenario/plain.ts";
import { deny, isAsk, startSession } from "./scenario/session.ts";

const options = [
  { optionId: "allow_once", kind: "allow_once", name: "Allow once" },
  { optionId: "allow_session", kind: "allow_session", name: "Allow in this session" },
  { optionId: "allow_project", kind: "allow_project", name: "Allow in this project" },
  { optionId: "allow_always", kind: "allow_always", name: "Always allow" },
  { optionId: "reject_once", kind: "reject_once", name: "Reject" },
  { optionId: "reject_always", kind: "reject_always", name: "Always reject" },
];
const call = { callId: "call1", toolName: "Write" };
const input = { file_path: "c.txt", content: "hello" };
const start = [
  { type: "tool_call_start", ...call, responseId: "response1" },
  { type: "tool_call_start", ...call, input, responseId: "response1" },
  { type: "permission_request", requestId: "ask1", ...call, input, options },
];
const end = [
  { type: "text_done", responseId: "response2", block: 0, text: "ok" },
  { type: "run_ended", outcome: "completed", durationMs: 0, stopReason: "stop" },
];

test("[BA4] [BA24] a change waits for its permission, even with full access", async () => {
  for (const permissionMode of ["ask", "full"] as const) {
    const session = await startSession({ settings: { permissionMode } });
    const events = await session.play("[[write c.txt hello]] [[say ok]]");
    expect(deeds(events)).toEqual([
      ...start,
      {
        ...{ type: "tool_result", ...call, ok: true, result: "Created c.txt.", durationMs: 0 },
        content: [{ type: "diff", path: "c.txt", oldText: "", newText: "hello" }],
      },
      ...end,
    ]);
  }
});

test("[BA4] a denied call does not run, and the model receives the reason", async () => {
  const session = await startSession();
  const events = await session.play("[[write c.txt hello]] [[say ok]]", deny("use d.txt"));
  const result =
    "The user denied this call. They said: “use d.txt”. Do not try to achieve it in another way. Continue without it, or ask the user what they want instead.";
  expect(deeds(events)).toEqual([
    ...start,
    {
      ...{
        type: "tool_result",
        ...call,
        ok: false,
        result,
        error: { code: "permission_denied", message: result },
      },
      durationMs: 0,
    },
    ...end,
  ]);
  expect(existsSync(path.join(session.projectRoot, "c.txt"))).toBe(false);
});

test("[BA4] [S20] an unanswered ask counts as denied, and an answer to another ask is ignored", async () => {
  const session = await startSession();
  await session.prompt("[[write c.txt hello]] [[say ok]]");
  const asked = (await session.until(isAsk)).at(-1);
  if (asked?.type !== "permission_request") throw new Error("No permission request");
  const allowed = asked.options[0] ?? null;
  await session.connection.answer({ kind: "permission", askId: "another", option: allowed, note: null });
  await session.connection.answer({ kind: "plan", askId: asked.requestId, decision: "approve", plan: null });
  await session.answer({ kind: "permission", askId: asked.requestId, option: null, note: null });
  const rest = await session.until(({ type }) => type === "run_ended");
  expect(rest.find(({ type }) => type === "tool_result")).toMatchObject({
    ok: false,
    error: { code: "permission_denied" },
  });
  expect(existsSync(path.join(session.projectRoot, "c.txt"))).toBe(false);
});

test("[BA4] [S19] the input that was shown is the input that runs, even if something tries to change it", async () => {
  const session = await startSession();
  await session.prompt("[[write c.txt hello]] [[say ok]]");
  // The object itself, not a copy as in a log.
  const shown: unknown[] = [];
  for await (const event of session.connection.events) {
    if (event.type === "permission_request") {
      shown.push(event.input);
      expect(() => Object.assign(event.input as object, { content: "evil" })).toThrow(TypeError);
      await session.connection.answer({
        ...{ kind: "permission", askId: event.requestId, option: event.options[0] ?? null, note: null },
      });
    }
    if (event.type === "run_ended") break;
  }
  expect([shown, readFileSync(path.join(session.projectRoot, "c.txt"), "utf8")]).toEqual([[input], "hello"]);
});

test("[BA6] in plan mode nothing is changed or run, and no permission is requested", async () => {
  const session = await startSession({ settings: { permissionMode: "plan" } });
  writeFileSync(path.join(session.projectRoot, "a.txt"), "one");
  const events = await session.play("[[read a.txt ++ shell echo 1 ++ write c.txt hello]] [[say ok]]");
  const results = events.flatMap((event) =>
    event.type === "tool_result" ? [event.error?.code ?? "ok"] : [],
  );
  expect([results, events.filter(isAsk)]).toEqual([["ok", "plan_mode", "plan_mode"], []]);
});
