import type { Conversation, EventBody, ModelUsage, PolylogEvent } from "@polylog/core";
import { addUsage, defined, runsBelow } from "@polylog/core";
import { limits } from "../limits.ts";
import type { Exchange } from "./exchange.ts";

/**
 * The sender's record of the receiver's run: its start, short forms of its calls, its usage, and its end. In the sender's
 * log it is a subrun of the sender's run, so that every screen shows it and its cost counts for the sender.
 */

/** The event as recorded in the sender's log; null for an event that is not recorded. */
export function mirrored({ to, from }: Exchange, event: PolylogEvent, task: string): EventBody | null {
  if (!("runId" in event) || event.runId !== to.runId) return null;
  const speaker = { agentId: to.agentId, runId: to.runId };
  switch (event.type) {
    case "run_started":
      return {
        ...{ type: "subagent_spawned", agentId: from.agentId, runId: from.runId },
        ...{ childRunId: to.runId, childAgentId: to.agentId, task },
        ...defined({ callId: from.callId }),
      };
    case "tool_call_start": {
      const { callId, toolName, kind, title, responseId } = event;
      return {
        ...{ type: "tool_call_start", ...speaker, callId, toolName, input: shortInput(event.input) },
        ...{ kind, title, responseId },
      };
    }
    case "tool_result": {
      const { callId, toolName, ok, error, durationMs } = event;
      const result = event.result === undefined ? undefined : short(event.result);
      return { type: "tool_result", ...speaker, callId, toolName, ok, error, durationMs, result };
    }
    default:
      return null;
  }
}

/** The usage of the run and its subruns, as events of the one run that the sender's log contains. */
export function usedBy({ to }: Exchange, target: Conversation): EventBody[] {
  let sums: readonly ModelUsage[] = [];
  for (const { run } of runsBelow(target, to.runId)) sums = addUsage(sums, run.usage);
  return sums.flatMap(({ costNanos, unpriced, ...sum }) => {
    const used = { type: "usage" as const, agentId: to.agentId, runId: to.runId };
    const priced = { ...used, ...sum, costUsd: costNanos / 1e9 };
    const noTokens = { model: sum.model, inputTokens: 0, outputTokens: 0 };
    return unpriced === 0 ? [priced] : [priced, { ...used, ...noTokens }];
  });
}

function short(text: string): string {
  return text.length <= limits.exchange.callChars ? text : `${text.slice(0, limits.exchange.callChars)}…`;
}

/** An input that is too large keeps its fields, each shortened. */
function shortInput(input: unknown): unknown {
  if (JSON.stringify(input ?? null).length <= limits.exchange.callChars) return input;
  if (typeof input !== "object" || input === null) return short(String(input));
  const fields = Object.entries(input).slice(0, 20);
  return Object.fromEntries(
    fields.map(([name, value]) => [
      name,
      short(typeof value === "string" ? value : JSON.stringify(value ?? null)).slice(0, 200),
    ]),
  );
}
