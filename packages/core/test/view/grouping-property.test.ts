import fc from "fast-check";
import { expect, test } from "vitest";
import type { Conversation, Lane } from "../../src/index.ts";
import { emptyConversation, fold } from "../../src/index.ts";
import { type Group, type Grouping, groupLane, groupsFrom } from "../../src/view/grouping.ts";
import { type Body, log } from "../log.ts";

/** Grouping as a log grows, on generated logs with parallel runs and subagents. */

const runIds = fc.constantFrom("run-1", "run-1", "run-1", "run-2", "child");
const callIds = fc.constantFrom("c1", "c2", "c3", "c4", "c5", "c6", "c7", "c8");
const responseIds = fc.constantFrom("r1", "r2", "r3");
const names = fc.constantFrom("Read", "Grep", "Glob", "Bash", "Task");

const bodies: fc.Arbitrary<Body> = fc
  .tuple(
    runIds,
    fc.oneof(
      {
        weight: 6,
        arbitrary: fc.record({ type: fc.constant("tool_call_start"), callId: callIds, toolName: names }),
      },
      {
        weight: 6,
        arbitrary: fc.record({
          type: fc.constant("tool_result"),
          callId: callIds,
          toolName: names,
          ok: fc.boolean(),
          result: fc.constant(""),
        }),
      },
      {
        weight: 3,
        arbitrary: fc.record({
          type: fc.constant("text_delta"),
          responseId: responseIds,
          offset: fc.nat(9),
          delta: fc.constantFrom("a", "bcd"),
        }),
      },
      fc.record({ type: fc.constant("text_done"), responseId: responseIds, text: fc.constant("abcd") }),
      fc.record({ type: fc.constant("user_message"), text: fc.constant("hi"), hidden: fc.boolean() }),
      fc.record({ type: fc.constant("session_meta"), currentModeId: fc.constantFrom("a", "b") }),
      fc.record({ type: fc.constant("api_retry"), attempt: fc.nat(3) }),
      fc.record({ type: fc.constant("backend_raw"), line: fc.constant("?") }),
      fc.record({ type: fc.constant("notice"), text: fc.constant("n") }),
      fc.record({
        type: fc.constant("ask_user"),
        questionId: fc.constantFrom("q1", "q2"),
        questions: fc.constant([]),
      }),
      fc.record({ type: fc.constant("ask_user_response"), questionId: fc.constantFrom("q1", "q2") }),
      fc.record({ type: fc.constant("subagent_spawned"), childRunId: fc.constant("child"), callId: callIds }),
      fc.record({
        type: fc.constant("run_ended"),
        outcome: fc.constantFrom("completed", "failed", "cancelled"),
      }),
    ),
  )
  .map(([runId, body]) => ({ runId, ...body }) as unknown as Body);

/** One run that mostly explores, with calls that are renamed while they run. */
const calls: fc.Arbitrary<Body> = fc
  .tuple(
    fc.constantFrom("tool_call_start", "tool_call_start", "tool_result", "tool_result", "text_done"),
    fc.constantFrom("c1", "c2", "c3", "c4"),
    fc.constantFrom("Read", "Read", "Bash"),
  )
  .map(([type, name, toolName]): Body => {
    if (type === "text_done") return { type, responseId: name, text: "abcd" };
    if (type === "tool_result") return { type, callId: name, toolName, ok: true, result: "" };
    return { type: "tool_call_start", callId: name, toolName };
  });

const logs = fc
  .oneof(fc.array(bodies, { maxLength: 80 }), fc.array(calls, { maxLength: 20 }))
  .map((list) => log(...list));

function lanes(conversation: Conversation): Lane[] {
  return [conversation.main, ...conversation.lanes];
}

function all({ settled, live }: Grouping): Group[] {
  return [...settled, ...live];
}

test("[V21] settled groups never change, and growing gives the same result as grouping from the start", () => {
  fc.assert(
    fc.property(logs, (events) => {
      let conversation = emptyConversation;
      const before = new Map<string | null, Grouping>();
      for (const event of events) {
        conversation = fold(conversation, event);
        for (const lane of lanes(conversation)) {
          const previous = before.get(lane.runId);
          const anew = groupLane(conversation, lane);
          const grown = previous === undefined ? anew : groupsFrom(previous, conversation, lane);
          expect(all(grown)).toEqual(all(anew));
          expect(grown.settled.length).toBe(anew.settled.length);
          previous?.settled.slice().forEach((group, index) => {
            expect(grown.settled.get(index)).toBe(group);
          });
          before.set(lane.runId, grown);
        }
      }
    }),
    { numRuns: 500 },
  );
});

test("[V19, V21] every visible entry is in one group, in order, under a unique key", () => {
  fc.assert(
    fc.property(logs, (events) => {
      const conversation = events.reduce(fold, emptyConversation);
      for (const lane of lanes(conversation)) {
        const groups = all(groupLane(conversation, lane));
        const entries = groups.flatMap((group) => (group.kind === "entry" ? [group.entry] : group.entries));
        expect(entries).toEqual(
          lane.entries
            .slice()
            .filter((entry) => entry.kind !== "meta" && !("hidden" in entry && entry.hidden)),
        );
        expect(new Set(groups.map((group) => group.key)).size).toBe(groups.length);
        const opened = groups.filter((group) => group.opens).map((group) => group.responseKey);
        expect(new Set(opened).size).toBe(opened.length);
        const settledEntries = groupLane(conversation, lane)
          .settled.slice()
          .flatMap((group) => (group.kind === "entry" ? [group.entry] : group.entries));
        expect(settledEntries.every((entry) => !entry.live)).toBe(true);
      }
    }),
    { numRuns: 500 },
  );
});
