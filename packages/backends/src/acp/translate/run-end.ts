import { defined, type EventBody } from "@polylog/core";
import { type Native, recordsOf } from "../../connection/native-value.ts";
import { noEvents } from "../../connection/translation.ts";
import type { Reply } from "../session/program.ts";
import { type AcpState, type AcpTranslation, andThen } from "./state.ts";
import { endStreams, isPlan, releaseHeldText } from "./text-stream.ts";
import { turnEnd } from "./turn-end.ts";
import { runUsage, type UsageRecord } from "./usage.ts";

export interface LastTurn {
  /** The agent's display name, and its program. */
  readonly name: string;
  readonly command: string;
  /** The agent's response to `initialize`. */
  readonly agent: Native;
  /** The prompt of the turn. */
  readonly text: string;
  /** The usage of each turn in the run. */
  readonly used: readonly UsageRecord[];
}

/** Ends a run, using the response to its last turn. */
export function endRun(state: AcpState, reply: Reply, turn: LastTurn): AcpTranslation {
  const { run, agentId } = state;
  if (run === null) return noEvents(state);
  const { outcome, error, stopReason } = turnEnd(reply, {
    agent: turn.name,
    command: turn.command,
    hasSpoken: run.hasSpoken || run.held !== null,
    isCommand: turn.text.trimStart().startsWith("/"),
    authMethods: recordsOf(turn.agent.authMethods),
    heldText: isPlan(run.held?.messageId ?? null) ? null : (run.held?.words ?? null),
    isOwn: state.traits.namesMessages && run.held?.messageId === null,
    isError: state.traits.saysErrors && run.held !== null,
  });
  const usage = runUsage(state, turn.used);
  const translation = outcome === "failed" ? noEvents(state) : releaseHeldText(state);
  const end: EventBody = {
    ...{ type: "run_ended", outcome },
    ...defined({ error, stopReason }),
    ...(usage.length === 0 ? {} : { usage }),
    ...{ runId: run.runId, agentId },
  };
  const isAfterCancel = outcome === "cancelled" || run.isCancelling;
  const leftOpen = [...run.calls.keys()];
  return andThen(
    andThen(translation, (next) => endStreams(next, outcome !== "completed")),
    (next) => ({ state: { ...next, run: null, isAfterCancel, leftOpen }, events: [end] }),
  );
}
