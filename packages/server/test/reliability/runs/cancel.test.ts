import { readdirSync } from "node:fs";
import path from "node:path";
import type { PolylogEvent } from "@polylog/core";
import { describe, expect, test } from "vitest";
import { Follower } from "../support/follower.ts";
import { makeHome } from "../support/home.ts";
import { allowed } from "../support/numbers.ts";
import { startHere } from "../support/server-here.ts";

const LONG = 600_000;
const TIMES = 10;
/** Also for a program that ignores SIGTERM. */
const CANCEL_MS = allowed(5000);

interface State {
  readonly steps: readonly object[];
  /** Whether the run is in this state. */
  readonly isReached: (events: readonly PolylogEvent[]) => boolean;
}

const has = (type: PolylogEvent["type"]) => (events: readonly PolylogEvent[]) =>
  events.some((event) => event.type === type);

const states: Readonly<Record<string, State>> = {
  starting: { steps: [{ echo: true }, { wait: LONG }], isReached: () => true },
  "between two steps": { steps: [{ text: "so far" }, { wait: LONG }], isReached: has("text_done") },
  "in a text": {
    steps: [{ text: "word ".repeat(10_000), chunk: 5, everyMs: 2 }],
    isReached: (events) => events.filter(({ type }) => type === "text_delta").length > 2,
  },
  "in a thinking block": {
    steps: [{ thinking: "hm ".repeat(10_000), chunk: 3, everyMs: 2 }],
    isReached: has("thinking_delta"),
  },
  "in a tool": {
    steps: [{ tool: { name: "Bash", output: ["a", "b"], everyMs: 100, result: "never" } }, { wait: LONG }],
    isReached: has("tool_call_start"),
  },
  "in a tool's output": {
    steps: [
      {
        tool: { name: "Bash", output: Array.from({ length: 10_000 }, () => "row\n"), everyMs: 2, result: "" },
      },
    ],
    isReached: has("tool_output_delta"),
  },
  "in an ask": {
    steps: [{ ask: { permission: { toolName: "Bash" } } }, { text: "went on" }],
    isReached: has("permission_request"),
  },
  "in a question": {
    steps: [{ ask: { question: { question: "Which?", options: [{ label: "this" }] } } }],
    isReached: has("ask_user"),
  },
  "in a subagent": {
    steps: [{ subagent: { task: "dig", steps: [{ tool: { name: "Read", everyMs: LONG, result: "" } }] } }],
    isReached: (events) => events.filter(({ type }) => type === "tool_call_start").length === 2,
  },
  "hanging and ignoring SIGTERM": {
    steps: [{ text: "so far" }, { hang: true }],
    isReached: has("text_done"),
  },
};

const deltas = new Set(["text_delta", "thinking_delta", "tool_output_delta", "tool_input_delta"]);

describe.each(Object.entries(states))("a run that is %s", (_, { steps, isReached }) => {
  test("[R14] ends once as cancelled, with everything open in it; the queue is held unchanged", async () => {
    const script = { prompts: [{ match: "^next", steps: [{ echo: true }] }], default: steps };
    const { client } = await startHere(makeHome({ agent: { script, process: true } }));
    const { session_id, run_id = "" } = await client.chat("go");
    const follower = await Follower.open(client, session_id);
    await follower.when(({ events }) => isReached(events));
    for (const text of ["next 1", "next 2"]) await client.chat(text, { session_id });

    const cancels = await Promise.all(Array.from({ length: TIMES }, () => client.cancel(run_id)));
    expect(cancels.map(({ status }) => status)).toEqual(Array.from({ length: TIMES }, () => 200));
    const ended = await follower.whenEvent("run_ended", ({ runId }) => runId === run_id, CANCEL_MS);
    expect(ended.outcome).toBe("cancelled");
    expect((await client.cancel(run_id)).status).toBe(200);

    // The queue is unchanged, and runs once and in order when it is resumed.
    expect((await client.queue(session_id)).map(({ text }) => text)).toEqual(["next 1", "next 2"]);
    expect((await client.resume(session_id)).status).toBe(200);
    await follower.whenEvent("text_done", ({ text }) => text === "next 2");
    await follower.when(({ conversation }) => conversation.liveRuns.size === 0);
    const log = await client.log(session_id);
    const said = log.flatMap((event) => (event.type === "user_message" ? [event.text] : []));
    expect(said).toEqual(["go", "next 1", "next 2"]);
    const outcomes = log.flatMap((event) =>
      event.type === "run_ended" ? [[event.runId, event.outcome]] : [],
    );
    const runs = (await client.runs(session_id)).map(({ run_id: id, outcome }) => [id, outcome]);
    expect(runs.toSorted()).toEqual(outcomes.toSorted());
    expect(outcomes.map(([, outcome]) => outcome)).toEqual([
      ...outcomes.slice(2).map(() => "cancelled"),
      ...["completed", "completed"],
    ]);

    const late = follower.events.filter(
      ({ type, runId, seq }) => runId?.startsWith(run_id) && deltas.has(type) && seq > ended.seq,
    );
    expect(late).toEqual([]);
    const { conversation } = follower;
    const entries = [conversation.main, ...conversation.lanes].flatMap((lane) => lane.entries.slice());
    expect(entries.filter(({ live, kind }) => live || kind === "late")).toEqual([]);
    expect([...conversation.pendingAsks]).toEqual([]);
    expect(conversation.faults.count).toBe(0);
    const starts = log.filter(({ type }) => type === "tool_call_start");
    const results = log.filter(({ type }) => type === "tool_result");
    expect(results.length).toBe(starts.length);
    expect(await client.asks()).toEqual([]);
  });
});

test("[R14] the program that replaces a hanging one is not stopped with it", async () => {
  const waits = [{ ask: { permission: { toolName: "Bash" } } }, { text: "done" }];
  const script = {
    prompts: [{ match: "^next", steps: waits }],
    default: [{ text: "so far" }, { hang: true }],
  };
  const home = makeHome({ agent: { script, process: true } });
  const { client } = await startHere(home);
  const { session_id, run_id = "" } = await client.chat("go");
  const follower = await Follower.open(client, session_id);
  await follower.whenEvent("text_done");
  await client.chat("next", { session_id });
  await client.cancel(run_id);
  await client.resume(session_id);
  const { runId, requestId } = await follower.whenEvent("permission_request");
  // Each running program has a record.
  const programs = () => readdirSync(path.join(home.folder, "processes")).length;
  await expect.poll(programs).toBe(1);
  expect((await client.allow(requestId)).status).toBe(200);
  const ended = await follower.whenEvent("run_ended", (event) => event.runId === runId);
  expect(ended.outcome).toBe("completed");
});

test("[R14] cancelling a run that has ended changes nothing, and an unknown run returns 404", async () => {
  const { client } = await startHere(makeHome({ echo: {} }));
  const { session_id, run_id = "" } = await client.chat("hello");
  const follower = await Follower.open(client, session_id);
  await follower.whenEvent("run_ended");
  const before = await client.log(session_id);
  const cancels = await Promise.all(Array.from({ length: TIMES }, () => client.cancel(run_id)));
  expect(cancels.map(({ status }) => status)).toEqual(Array.from({ length: TIMES }, () => 200));
  expect(await client.log(session_id)).toEqual(before);
  expect((await client.runs(session_id)).map(({ outcome }) => outcome)).toEqual(["completed"]);
  expect((await client.cancel("no-such-run")).status).toBe(404);
});

test("[R14] a cancelled ask accepts no answer", async () => {
  const script = [{ ask: { permission: { toolName: "Bash" } } }];
  const { client } = await startHere(makeHome({ asks: { script } }));
  const { session_id, run_id = "" } = await client.chat("go");
  const follower = await Follower.open(client, session_id);
  await follower.whenEvent("permission_request");
  await client.cancel(run_id);
  await follower.whenEvent("run_ended");
  const late = await client.allow(`${run_id}-ask-1`);
  expect({ status: late.status, code: late.body.error.code }).toEqual({ status: 410, code: "ask_expired" });
});
