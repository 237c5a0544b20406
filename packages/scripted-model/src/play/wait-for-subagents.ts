import type { Answer } from "../answer.ts";
import { type AssistantTurn, isUser, type ModelRequest, type Turn } from "../conversation.ts";
import { fill } from "../portable/fill-input.ts";
import { callOf } from "../portable/portable-call.ts";
import { nameKey, toolFor } from "../portable/tool-names.ts";

/**
 * Some agents start a subagent with one tool and wait for it with another. In a script, this is one step: the wait is
 * added and uses no step.
 */

const SPAWN = "spawnagent";
const WAIT = "waitagent";

/** The call that waits for running subagents of the last step. Null if no subagent is running. */
export function waitForSubagents({ tools }: ModelRequest, since: readonly Turn[]): Answer | null {
  const wait = toolFor(tools, "wait");
  const targets = runningSubagents(since);
  if (wait === null || targets.length === 0) return null;
  return { parts: [callOf(wait, fill(wait.schema, { targets, ids: targets }, { targets }))] };
}

/** The answers in a conversation that used a step. */
export function withoutWaits(turns: readonly Turn[]): AssistantTurn[] {
  return turns.filter(
    (turn, at): turn is AssistantTurn =>
      !isUser(turn) && !(isOnly(turn, WAIT) && runningSubagents(turns.slice(0, at)).length > 0),
  );
}

/** The subagents that the last step started and that have not reported their end. */
function runningSubagents(turns: readonly Turn[]): string[] {
  const start = turns.findLastIndex((turn) => !isUser(turn) && !isOnly(turn, WAIT));
  const spawned = turns[start];
  if (spawned === undefined || isUser(spawned)) return [];
  const started = new Set(spawned.calls.filter(({ name }) => nameKey(name) === SPAWN).map(({ id }) => id));
  const working = new Set<string>();
  for (const { results, texts } of turns.slice(start + 1).filter(isUser)) {
    for (const { callId, text } of results) {
      if (started.has(callId)) for (const name of namesIn(text)) working.add(name);
      // A wait that timed out is not repeated.
      else if (text.includes('"timed_out":true')) return [];
      else for (const name of namesIn(text)) working.delete(name);
    }
    for (const text of texts) for (const [, name = ""] of text.matchAll(sender)) working.delete(name);
  }
  return [...working];
}

function isOnly({ calls, texts }: AssistantTurn, name: string): boolean {
  return calls.length > 0 && texts.length === 0 && calls.every((call) => nameKey(call.name) === name);
}

/** A subagent's id, or its path below the first agent. */
const called = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|\/root(?:\/\w+)+/g;
const sender = /^Sender: (\S+)$/gm;

function namesIn(text: string): string[] {
  return text.match(called) ?? [];
}
