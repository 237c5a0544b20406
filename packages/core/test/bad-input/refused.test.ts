import fc from "fast-check";
import { describe, test } from "vitest";
import type { FaultCode, Run } from "../../src/index.ts";
import { numRuns, timeout } from "../history/profiles.ts";
import { stampOne, type Unstamped } from "../history/stamp.ts";
import { wellFormed } from "../history/well-formed.ts";
import { expectUnaffected } from "./expect-unaffected.ts";
import { Targets } from "./targets.ts";

/** Events that contradict the conversation so far. */
interface Impossible {
  readonly rule: string;
  readonly code: FaultCode | null;
  /** Undefined if the conversation so far has nothing to contradict. */
  readonly event: (targets: Targets) => Unstamped | undefined;
}

const isLive = (run: Run) => run.outcome === null;

const impossible: readonly Impossible[] = [
  {
    rule: "[B3] an answer to an unknown ask",
    code: "unknown_ask",
    event: () => ({ type: "permission_response", requestId: "nobody", optionId: "yes" }),
  },
  {
    rule: "[B3] an answer to an ask of another kind",
    code: "unknown_ask",
    event: (targets) => {
      const ask = targets.entry("permission");
      return ask && { type: "ask_user_response", questionId: ask.askId };
    },
  },
  {
    rule: "[B3] a second answer",
    code: "ask_not_pending",
    event: (targets) => {
      const ask = targets.entry("permission", (entry) => !entry.live);
      return ask && { type: "permission_response", requestId: ask.askId, optionId: "no" };
    },
  },
  {
    rule: "[B3] an answer to an unknown exchange",
    code: "unknown_exchange",
    event: () => ({ type: "agent_callback_result", exchangeId: "nobody", result: "Done." }),
  },
  {
    rule: "[B4] an ask with the id of another ask",
    code: "duplicate_ask",
    event: (targets) => {
      const run = targets.run(isLive);
      const ask = targets.entry("permission") ?? targets.entry("question");
      return (
        run && ask && { type: "plan_update", ...run, planId: ask.askId, entries: [], awaitsApproval: true }
      );
    },
  },
  {
    rule: "[B4] a second start of a run",
    code: "run_exists",
    event: (targets) => {
      const run = targets.run(({ announced, outcome }) => announced || outcome !== null);
      return run && { type: "run_started", ...run, task: "Again", model: "other" };
    },
  },
  {
    rule: "[B4] a second end of a run",
    code: "run_ended_already",
    event: (targets) => {
      const run = targets.run((candidate) => !isLive(candidate));
      return run && { type: "run_ended", ...run, outcome: "completed", usage: [] };
    },
  },
  {
    rule: "[B4] a start with the id of a call that has ended",
    code: null,
    event: (targets) => {
      const call = targets.endedCall();
      return call && { type: "tool_call_start", ...call, input: { command: "rm" } };
    },
  },
  {
    rule: "[B4] a second result of a call",
    code: "duplicate_result",
    event: (targets) => {
      const call = targets.endedCall();
      return call && { type: "tool_result", ...call, ok: false, result: "No." };
    },
  },
  {
    rule: "[B4] an exchange with the id of another",
    code: "duplicate_exchange",
    event: (targets) => {
      const run = targets.run(isLive);
      const exchange = targets.entry("exchange");
      if (run === undefined || exchange === undefined) return undefined;
      const { exchangeId } = exchange;
      return {
        type: "agent_message",
        ...run,
        exchangeId,
        fromAgentId: "a",
        toAgentId: "b",
        content: "",
        mode: "sync",
      };
    },
  },
  {
    rule: "[B4] a message with the client id of another",
    code: "duplicate_message",
    event: (targets) => {
      const said = targets.entry(
        "message",
        (entry) => entry.role === "user" && entry.clientMessageId !== null,
      );
      if (said?.role !== "user") return undefined;
      return { type: "user_message", text: "Again", clientMessageId: said.clientMessageId };
    },
  },
  {
    rule: "[B5] an event of another session",
    code: "foreign_session",
    event: () => ({ type: "title", title: "Not ours", sessionId: "session-2" }),
  },
];

describe.each(impossible)("$code", { timeout }, ({ rule, code, event }) => {
  test(`${rule} is reported and changes nothing`, () => {
    fc.assert(
      fc.property(wellFormed, fc.nat(), fc.nat(), (events, place, choice) => {
        // A session must have begun before an event can belong to another one.
        const at = 1 + (place % events.length);
        expectUnaffected(events, at, code, (before, seq) => {
          const bad = event(new Targets(before, choice));
          fc.pre(bad !== undefined);
          return stampOne(bad, seq);
        });
      }),
      // If a history is not suitable, another one is tried.
      { numRuns: numRuns / 5, maxSkipsPerRun: 1_000 },
    );
  });
});
