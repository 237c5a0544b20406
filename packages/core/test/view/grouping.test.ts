import { describe, expect, test } from "vitest";
import type { Conversation } from "../../src/index.ts";
import { emptyConversation, fold, foldAll } from "../../src/index.ts";
import { limits } from "../../src/limits.ts";
import { toolCard } from "../../src/tools/registry.ts";
import { type Group, type Grouping, groupLane, groupsFrom } from "../../src/view/grouping.ts";
import { after, type Body, conversationOf, log, runId } from "../log.ts";

const started: Body = { type: "run_started" };
const said: Body = { type: "user_message", text: "hi" };
const text = (responseId: string): Body => ({ type: "text_done", responseId, text: "Hello" });
const call = (callId: string, toolName = "Read"): Body => ({ type: "tool_call_start", callId, toolName });
const result = (callId: string, ok = true): Body => ({
  type: "tool_result",
  callId,
  toolName: "Read",
  ok,
  result: "",
});
const read = (callId: string, toolName = "Read"): Body[] => [call(callId, toolName), result(callId)];
const retry = (attempt: number): Body => ({ type: "api_retry", attempt, message: "overloaded" });
const raw: Body = { type: "backend_raw", line: "?" };
const ended: Body = { type: "run_ended", outcome: "completed" };

function grouped(conversation: Conversation): Grouping {
  return groupLane(conversation, conversation.main);
}

/** Groups as text: their line, or the kind of their entry; settled ones first. */
function shown({ settled, live }: Grouping): { settled: string[]; live: string[] } {
  return { settled: settled.slice().map(word), live: live.map(word) };
}

function word(group: Group): string {
  return group.kind === "entry" ? group.entry.kind : group.line.text;
}

describe("groups", () => {
  test("[V19] an exchange that its call's card shows is hidden, one without a call is not", () => {
    const sent = (exchangeId: string, callId?: string): Body => ({
      ...{ type: "agent_message", exchangeId, callId, fromAgentId: "a", toAgentId: "b" },
      ...{ content: "Hi", mode: "async" },
    });
    const groups = grouped(
      conversationOf(started, call("c1", "agents_message"), sent("e1", "c1"), sent("e2")),
    );
    expect(shown(groups)).toEqual({ settled: [], live: ["tool_call", "exchange"] });
  });

  test("[T27] a call that a rule allowed is not two rows; a rejection, and an approval without its call, are rows", () => {
    const options = [
      { optionId: "yes", name: "Allow", kind: "allow_once" as const },
      { optionId: "no", name: "Deny", kind: "reject_once" as const },
    ];
    const asked = (requestId: string, callId: string): Body => ({
      ...{ type: "permission_request", requestId, callId, toolName: "Bash", options },
    });
    const decided = (requestId: string, optionId: string, kind: "rule" | "user" = "rule"): Body => ({
      ...{ type: "permission_response", requestId, optionId, by: { kind, id: "r1", name: "git …" } },
    });
    const bash = (callId: string): Body => call(callId, "Bash");
    const conversation = conversationOf(
      ...[started, bash("c1"), asked("p1", "c1"), decided("p1", "yes"), result("c1")],
      ...[bash("c2"), asked("p2", "c2"), decided("p2", "no"), result("c2", false)],
      ...[bash("c3"), asked("p3", "c3"), decided("p3", "yes", "user"), result("c3")],
      ...[asked("p4", "c4"), decided("p4", "yes"), bash("c4"), result("c4"), ended],
    );
    expect(shown(grouped(conversation)).settled).toEqual([
      ...["tool_call", "tool_call", "permission", "tool_call", "permission", "permission", "tool_call"],
    ]);
    const approvals = conversation.main.entries
      .slice()
      .flatMap((entry) => (entry.kind === "tool_call" ? [toolCard(entry, conversation).approval] : []));
    const rule = { by: "git …", ruleId: "r1" };
    expect(approvals).toEqual([rule, null, null, rule]);
  });

  test("[V18] calls that only explore are one line", () => {
    const bodies = [
      started,
      ...read("c1"),
      ...read("c2"),
      ...read("c3"),
      ...read("c4", "Grep"),
      ...read("c5", "Glob"),
      text("r1"),
    ];
    const { settled } = grouped(conversationOf(...bodies));
    const entries = conversationOf(...bodies).main.entries.slice();
    expect(settled.slice()).toEqual([
      {
        kind: "explored",
        key: `${runId}/call/c1`,
        pos: 0,
        responseKey: `response/${runId}/call/c1`,
        opens: true,
        entries: entries.slice(0, 5),
        live: false,
        line: { icon: "tool", tone: "done", text: "Explored 3 files, 2 searches" },
      },
      {
        kind: "entry",
        key: `${runId}/message/r1/0`,
        pos: 5,
        responseKey: `response/${runId}/call/c1`,
        opens: false,
        entry: entries[5],
      },
    ]);
  });

  test.each<[string, string[]]>([
    ["Explored 2 files", ["Read", "Read"]],
    ["Explored 2 searches", ["Grep", "Glob"]],
    ["Explored 1 file, 1 search", ["Read", "Grep"]],
    ["Explored 1 file, 2 searches", ["Grep", "Read", "Grep"]],
  ])("[V18] %s", (line, names) => {
    const calls = names.flatMap((name, index) => read(`c${index}`, name));
    expect(shown(grouped(conversationOf(started, ...calls, ended)))).toEqual({ settled: [line], live: [] });
  });

  test("[V18] a single call is not grouped, and keeps its key when another joins it", () => {
    const one = grouped(conversationOf(started, ...read("c1")));
    const two = grouped(conversationOf(started, ...read("c1"), call("c2")));
    expect([one, two].map(shown)).toEqual([
      { settled: [], live: ["tool_call"] },
      { settled: [], live: ["Exploring 2 files"] },
    ]);
    expect(two.live[0]?.key).toBe(one.live[0]?.key);
  });

  test("[V18] other work, a failure and another run end a group", () => {
    const other = (callId: string): Body[] =>
      read(callId).map((body) => ({ ...body, runId: "run-2" }) as Body);
    expect(
      shown(
        grouped(
          conversationOf(
            started,
            ...read("c1"),
            ...read("c2"),
            ...read("c3", "Bash"),
            ...read("c4"),
            call("c5"),
            result("c5", false),
            ...read("c6"),
            ...other("d1"),
            ...other("d2"),
            text("r1"),
          ),
        ),
      ).settled,
    ).toEqual([
      "Explored 2 files",
      "tool_call",
      "tool_call",
      "tool_call",
      "tool_call",
      "Explored 2 files",
      "message",
    ]);
  });

  test("[V19] consecutive retries are one line with the reason", () => {
    expect(
      shown(grouped(conversationOf(started, retry(1), text("r1"), retry(1), retry(2), retry(3), ended))),
    ).toEqual({
      settled: ["retry", "message", "3 retries: overloaded"],
      live: [],
    });
  });

  test("[V19] unknown records are collapsed together, and more may follow", () => {
    const conversation = conversationOf(started, raw, raw, ended, {
      type: "tool_result",
      callId: "c",
      toolName: "x",
      ok: true,
    });
    expect(shown(grouped(conversation))).toEqual({ settled: [], live: ["3 unrecognized events"] });
    const spoken = conversationOf(started, raw, raw, said);
    expect(shown(grouped(spoken))).toEqual({ settled: ["2 unrecognized events", "message"], live: [] });
  });

  test("[V19] hidden entries are skipped and end no group", () => {
    const hidden: Body = { type: "user_message", text: "callback", hidden: true };
    const meta: Body = { type: "session_meta", currentModeId: "plan" };
    const grouping = grouped(
      conversationOf(meta, started, ...read("c1"), meta, hidden, ...read("c2"), ended, hidden),
    );
    expect(shown(grouping)).toEqual({ settled: ["Explored 2 files"], live: [] });
    expect(grouping.covered).toBe(grouping.lane.entries.length);
  });

  test("[V19] very many entries are split into groups that settle", () => {
    const flood = Array.from({ length: 2 * limits.groupEntries + 1 }, () => raw);
    expect(shown(grouped(conversationOf(...flood)))).toEqual({
      settled: [`${limits.groupEntries} unrecognized events`, `${limits.groupEntries} unrecognized events`],
      live: ["raw"],
    });
  });
});

describe("responses", () => {
  const responses = (...bodies: Body[]) => {
    const { settled, live } = grouped(conversationOf(...bodies));
    return [...settled, ...live].map((group) => [word(group), group.responseKey, group.opens]);
  };

  test("[V20] text, tools and an interruption mark are in the response they belong to", () => {
    const first = `response/${runId}/thought/r1/0`;
    expect(
      responses(
        said,
        started,
        { type: "thinking_done", responseId: "r1", text: "Hm" },
        text("r1"),
        call("c1", "Bash"),
        result("c1"),
        text("r2"),
        { type: "interrupt", reason: "user_cancel" },
        { type: "run_ended", outcome: "cancelled" },
        said,
        { ...text("r1"), runId: "run-2" } as Body,
      ),
    ).toEqual([
      ["message", null, false],
      ["thought", first, true],
      ["message", first, false],
      ["tool_call", first, false],
      ["message", first, false],
      ["interrupt", first, false],
      ["message", null, false],
      ["message", "response/run-2/message/r1/0", true],
    ]);
  });

  test("[V20] a message from a person or another agent opens the next response", () => {
    const other = { ...text("r9"), runId: "run-2" } as Body;
    const steer: Body = { type: "user_message", text: "stop that", delivery: "steer" };
    expect(
      responses(started, text("r1"), steer, text("r2"), other, text("r3")).map(([, key]) => key),
    ).toEqual([
      `response/${runId}/message/r1/0`,
      null,
      `response/${runId}/message/r2/0`,
      "response/run-2/message/r9/0",
      `response/${runId}/message/r3/0`,
    ]);
  });
});

describe("growing", () => {
  test("[V21] a group at the border stays live until no entry can join it", () => {
    const bodies = [
      started,
      call("c1"),
      result("c1"),
      call("c2"),
      result("c2"),
      call("c3", "Bash"),
      result("c3"),
    ];
    const steps = bodies.map((_, index) => shown(grouped(conversationOf(...bodies.slice(0, index + 1)))));
    expect(steps).toEqual([
      { settled: [], live: [] },
      { settled: [], live: ["tool_call"] },
      { settled: [], live: ["tool_call"] },
      { settled: [], live: ["Exploring 2 files"] },
      { settled: [], live: ["Explored 2 files"] },
      // A running call may still turn out to be another tool.
      { settled: [], live: ["Explored 2 files", "tool_call"] },
      { settled: ["Explored 2 files", "tool_call"], live: [] },
    ]);
  });

  test("[V21] text closes a group at once, and so does the end of the run", () => {
    const delta: Body = { type: "text_delta", responseId: "r1", offset: 0, delta: "Hi" };
    expect(shown(grouped(conversationOf(started, ...read("c1"), ...read("c2"), delta)))).toEqual({
      settled: ["Explored 2 files"],
      live: ["message"],
    });
    expect(shown(grouped(conversationOf(started, ...read("c1"), ...read("c2"), ended)))).toEqual({
      settled: ["Explored 2 files"],
      live: [],
    });
  });

  test("[V21] unchanged groups are the same objects", () => {
    const events = log(said, started, text("r1"), call("c1", "Bash"), {
      type: "text_delta",
      responseId: "r2",
      offset: 0,
      delta: "Hi",
    });
    const before = foldAll(emptyConversation, events);
    const first = grouped(before);
    const next = fold(
      before,
      log(...events.map(() => raw), { type: "text_delta", responseId: "r2", offset: 2, delta: "!" }).at(
        -1,
      ) as never,
    );
    const second = groupsFrom(first, next, next.main);
    expect(second.settled).toBe(first.settled);
    expect(second.live[0]).toBe(first.live[0]);
    expect(second.live[1]).not.toBe(first.live[1]);
    expect(groupsFrom(second, next, next.main)).toBe(second);
  });

  test("[V21] another lane, or the same one loaded again, is grouped from its beginning", () => {
    const events = log(said, started, text("r1"));
    const first = grouped(foldAll(emptyConversation, events));
    const again = foldAll(emptyConversation, after(events, text("r2")));
    const other = conversationOf(said);
    expect(shown(groupsFrom(first, again, again.main))).toEqual(shown(grouped(again)));
    expect(groupsFrom(first, other, other.main)).toEqual(grouped(other));
  });
});
