import { realpath } from "node:fs/promises";
import type { EventBody } from "@polylog/core";
import { startCodex } from "./backend.ts";
import { limits } from "./limits.ts";
import type { Native } from "./native.ts";
import { countOf, nameOf, recordOf, recordsOf, textOf } from "./native.ts";
import type { CodexSession } from "./session.ts";
import type { CodexState } from "./state.ts";
import { newState, withThread } from "./state.ts";
import { translate } from "./translate.ts";
import { withPrompt } from "./turns.ts";

/**
 * Threads that a person had with Codex itself. The program is asked for them: how it keeps them is its own affair, and
 * has changed more than once.
 */

type Environment = Readonly<Record<string, string | undefined>>;

export interface NativeSession {
  readonly nativeId: string;
  readonly title: string;
  readonly updatedTs: number;
}

export interface AdoptOptions {
  readonly projectRoot: string;
  readonly env: Environment;
  /** `codex` on the PATH if absent. */
  readonly command?: string | undefined;
}

/** The threads of a project, the newest first. None where the program does not come up. */
export async function list(
  projectRoot: string,
  env: Environment,
  command?: string | undefined,
): Promise<NativeSession[]> {
  const root = await realpath(projectRoot).catch(() => projectRoot);
  return withCodex({ projectRoot, env, command }, [], async (session) => {
    const cwd = [...new Set([root, projectRoot])];
    // Without the list of providers only those of the configured one would be named.
    const params = { cwd, limit: limits.adoptedThreads, modelProviders: [], sortKey: "updated_at" };
    const reply = await session.request("thread/list", params);
    return recordsOf(reply.ok ? reply.result.data : []).flatMap(readThread);
  });
}

function readThread(thread: Native): NativeSession[] {
  const nativeId = nameOf(thread.id);
  const title = nameOf(thread.name) ?? nameOf(textOf(thread.preview)?.trim().split("\n")[0]);
  if (nativeId === null || title === null) return [];
  const updatedTs = 1000 * (countOf(thread.updatedAt, Number.MAX_SAFE_INTEGER / 1000) ?? 0);
  return [{ nativeId, title: title.slice(0, limits.titleChars), updatedTs }];
}

/** A thread's history as events: one run for each of its turns. */
export function read(nativeId: string, options: AdoptOptions & { agentId: string }): Promise<EventBody[]> {
  return withCodex(options, [], async (session) => {
    const turns = await readTurns(session, nativeId);
    return turnEvents(nativeId, turns, options.agentId);
  });
}

async function readTurns(session: CodexSession, threadId: string): Promise<Native[]> {
  const turns: Native[] = [];
  let cursor: string | null = null;
  do {
    const page = { threadId, itemsView: "full", sortDirection: "asc", limit: limits.turnsPage, cursor };
    const reply = await session.request("thread/turns/list", page);
    if (!reply.ok) break;
    turns.push(...recordsOf(reply.result.data));
    cursor = nameOf(reply.result.nextCursor);
  } while (cursor !== null && turns.length < limits.adoptedTurns);
  return turns.slice(0, limits.adoptedTurns);
}

/** Told as if they came live, through the same translator. */
export function turnEvents(threadId: string, turns: readonly Native[], agentId: string): EventBody[] {
  let state: CodexState = withThread(newState(agentId), threadId, null, true);
  const events: EventBody[] = [];
  const tell = (method: string, params: Native) => {
    const text = JSON.stringify({ method, params });
    const told = translate(state, { text, bytes: Buffer.byteLength(text), truncated: false });
    state = told.state;
    events.push(...told.events.filter(({ type }) => type !== "backend_raw" && type !== "agent_status"));
  };
  for (const turn of turns) {
    const turnId = nameOf(turn.id);
    if (turnId === null) continue;
    const items = recordsOf(turn.items);
    const runId = `codex-${turnId}`;
    const text = items.flatMap((item) => (item.type === "userMessage" ? wordsOf(item) : [])).join("\n");
    events.push({ type: "user_message", text, delivery: "run", runId, agentId });
    events.push({ type: "run_started", trigger: "message", runId, agentId });
    state = withPrompt(state, runId);
    tell("turn/started", { threadId, turn: { id: turnId } });
    for (const item of items) tell("item/completed", { threadId, turnId, item: withoutPlan(item) });
    // One that was at work when Codex last ended has no end of its own.
    const status = turn.status === "inProgress" ? "interrupted" : turn.status;
    tell("turn/completed", { threadId, turn: { ...turn, status } });
  }
  return events;
}

function wordsOf(item: Native): string[] {
  return recordsOf(recordOf(item).content).flatMap(({ text }) => textOf(text) ?? []);
}

/** A plan of the past waits for nobody: it is told as what the agent said. */
function withoutPlan(item: Native): Native {
  return item.type === "plan" ? { ...item, type: "agentMessage" } : item;
}

async function withCodex<T>(
  { projectRoot, env, command }: AdoptOptions,
  otherwise: T,
  use: (session: CodexSession) => Promise<T>,
): Promise<T> {
  const given = Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const settings = { backend: "codex", command, env: Object.fromEntries(given) };
  const context = { agentId: "adopt", isTrusted: false, noticed: [], tools: null };
  const started = await startCodex(settings, projectRoot, context);
  if (!started.ok) return otherwise;
  try {
    return await use(started.session);
  } finally {
    await started.session.close();
  }
}
