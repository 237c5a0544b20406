import fc from "fast-check";
import { describe, test } from "vitest";
import type { FaultCode, Run } from "../../src/index.ts";
import { numRuns, timeout } from "../history/profiles.ts";
import { stampOne, type Unstamped } from "../history/stamp.ts";
import { wellFormed } from "../history/well-formed.ts";
import { Occasion } from "./occasion.ts";
import { expectUnharmed } from "./unharmed.ts";

/** Events that say something impossible about the conversation so far. */
interface Impossible {
  readonly rule: string;
  readonly code: FaultCode | null;
  /** Undefined where the conversation so far gives no occasion. */
  readonly event: (occasion: Occasion) => Unstamped | undefined;
}

const isLive = (run: Run) => run.outcome === null;

const impossible: readonly Impossible[] = [
  {
    rule: "[B3] an answer to an ask that never was",
    code: "unknown_ask",
    event: () => ({ type: "permission_response", requestId: "nobody", optionId: "yes" }),
  },
  {
    rule: "[B3] an answer to an ask of another kind",
    code: "unknown_ask",
    event: (occasion) => {
      const ask = occasion.entry("permission");
      return ask && { type: "ask_user_response", questionId: ask.askId };
    },
  },
  {
    rule: "[B3] a second answer",
    code: "ask_not_pending",
    event: (occasion) => {
      const ask = occasion.entry("permission", (entry) => !entry.live);
      return ask && { type: "permission_response", requestId: ask.askId, optionId: "no" };
    },
  },
  {
    rule: "[B3] an answer of an agent that nobody asked",
    code: "unknown_exchange",
    event: () => ({ type: "agent_callback_result", exchangeId: "nobody", result: "Done." }),
  },
  {
    rule: "[B4] an ask with the id of another ask",
    code: "duplicate_ask",
    event: (occasion) => {
      const run = occasion.run(isLive);
      const ask = occasion.entry("permission") ?? occasion.entry("question");
      return (
        run && ask && { type: "plan_update", ...run, planId: ask.askId, entries: [], awaitsApproval: true }
      );
    },
  },
  {
    rule: "[B4] a run that was started before",
    code: "run_exists",
    event: (occasion) => {
      const run = occasion.run(({ announced, outcome }) => announced || outcome !== null);
      return run && { type: "run_started", ...run, task: "Again", model: "other" };
    },
  },
  {
    rule: "[B4] a run that ended before",
    code: "run_ended_already",
    event: (occasion) => {
      const run = occasion.run((candidate) => !isLive(candidate));
      return run && { type: "run_ended", ...run, outcome: "completed", usage: [] };
    },
  },
  {
    rule: "[B4] a start with the id of a call that has ended",
    code: null,
    event: (occasion) => {
      const call = occasion.endedCall();
      return call && { type: "tool_call_start", ...call, input: { command: "rm" } };
    },
  },
  {
    rule: "[B4] a second result of a call",
    code: "duplicate_result",
    event: (occasion) => {
      const call = occasion.endedCall();
      return call && { type: "tool_result", ...call, ok: false, result: "No." };
    },
  },
  {
    rule: "[B4] an exchange with the id of another",
    code: "duplicate_exchange",
    event: (occasion) => {
      const run = occasion.run(isLive);
      const exchange = occasion.entry("exchange");
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
    event: (occasion) => {
      const said = occasion.entry(
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
        // A session must have begun for an event to be of another.
        const at = 1 + (place % events.length);
        expectUnharmed(events, at, code, (before, seq) => {
          const bad = event(new Occasion(before, choice));
          fc.pre(bad !== undefined);
          return stampOne(bad, seq);
        });
      }),
      // Where a history gives no occasion, another one is tried.
      { numRuns: numRuns / 5, maxSkipsPerRun: 1_000 },
    );
  });
});
