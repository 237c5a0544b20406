import { realpath } from "node:fs/promises";
import type { NativeHistory, NativePlace, NativeSession, NativeStore } from "@polylog/core";
import { defined } from "@polylog/core";
import type { Native } from "../connection/native-value.ts";
import { countOf, nameOf, recordOf, recordsOf, textOf } from "../connection/native-value.ts";
import { HistoryBuilder, titleOf } from "../native-store/history-builder.ts";
import { limits as sharedLimits } from "../native-store/limits.ts";
import { limits } from "./limits.ts";
import type { CodexSession } from "./session.ts";
import { startCodex } from "./start.ts";
import { wordsOf } from "./translate/items.ts";
import type { CodexState } from "./translate/state.ts";
import { newState, withThread } from "./translate/state.ts";
import { translate } from "./translate/translate.ts";
import { withPrompt } from "./translate/turns.ts";

/**
 * Threads that a person had with Codex itself. The program is asked for them: how it keeps them is its own affair, and
 * has changed more than once.
 */

export const codexSessions: NativeStore = {
  list: async (place) => {
    const listed = await withCodex(place, async (session) => {
      const cwd = await foldersOf(place);
      // Without the list of providers only those of the configured one would be named.
      const params = {
        cwd,
        limit: sharedLimits.sessions,
        modelProviders: [],
        sourceKinds,
        sortKey: "updated_at",
      };
      const reply = await session.request("thread/list", params);
      return recordsOf(reply.ok ? reply.result.data : []).flatMap(readThread);
    });
    return "failure" in listed ? [] : listed.value;
  },
  read: async (nativeId, place) => {
    const read = await withCodex(place, (session) => readHistory(session, nativeId, place));
    return "failure" in read ? { ok: false, code: "program_failed", message: read.failure } : read.value;
  },
  resumeCommand: (nativeId, { command = "codex" }) => [command, "resume", nativeId],
};

/** Where a person began a thread; those of subagents are part of others. */
const sourceKinds = ["cli", "vscode", "exec", "appServer", "unknown"];

/** The project as it is named, and as it is; only as it is named where it cannot be resolved. */
async function foldersOf({ projectRoot }: NativePlace): Promise<string[]> {
  return [...new Set([await realpath(projectRoot).catch(() => projectRoot), projectRoot])];
}

function readThread(thread: Native): NativeSession[] {
  const nativeId = nameOf(thread.id);
  const title = nameOf(thread.name) ?? nameOf(textOf(thread.preview)?.trim().split("\n")[0]);
  if (nativeId === null || title === null) return [];
  const updatedTs = 1000 * (countOf(thread.updatedAt, Number.MAX_SAFE_INTEGER / 1000) ?? 0);
  return [{ nativeId, title: titleOf(title), updatedTs }];
}

async function readHistory(
  session: CodexSession,
  threadId: string,
  place: NativePlace,
): Promise<NativeHistory> {
  const found = await session.request("thread/read", { threadId, includeTurns: false });
  const { cwd } = recordOf(found.ok ? found.result.thread : null);
  if (!(await foldersOf(place)).includes(nameOf(cwd) ?? "")) {
    return { ok: false, code: "not_found", message: "Codex has no such thread of this project." };
  }
  const turns: Native[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = { threadId, itemsView: "full", sortDirection: "asc", limit: limits.turnsPage };
    const asked = { ...page, ...defined({ cursor }) };
    const reply = await session.request("thread/turns/list", asked);
    if (!reply.ok)
      return { ok: false, code: "unreadable", message: `Codex cannot read it: ${reply.message}` };
    turns.push(...recordsOf(reply.result.data));
    cursor = nameOf(reply.result.nextCursor);
    if (turns.length > limits.adoptedTurns) {
      const message = `The thread is too long to be taken over: at most ${limits.adoptedTurns} turns are read.`;
      return { ok: false, code: "too_large", message };
    }
  }
  return turnEvents(threadId, turns, place.agentId).finish(0, place.agentId);
}

/** CodexTranslation as if they came live, through the same translator. */
export function turnEvents(threadId: string, turns: readonly Native[], agentId: string): HistoryBuilder {
  let state: CodexState = withThread(newState(agentId), threadId, null, true);
  const history = new HistoryBuilder();
  const replay = (method: string, params: Native) => {
    const text = JSON.stringify({ method, params });
    const translation = translate(state, { text, bytes: Buffer.byteLength(text), truncated: false });
    state = translation.state;
    history.add(...translation.events);
  };
  for (const turn of turns) {
    const turnId = nameOf(turn.id);
    if (turnId === null) continue;
    const items = recordsOf(turn.items);
    const runId = `codex-${threadId}-${turnId}`;
    history.at(secondsOf(turn.startedAt));
    const text = items.flatMap((item) => (item.type === "userMessage" ? wordsOf(item) : [])).join("\n");
    history.add({ type: "user_message", text, delivery: "run", runId, agentId });
    history.add({ type: "run_started", trigger: "message", runId, agentId });
    state = withPrompt(state, runId);
    replay("turn/started", { threadId, turn: { id: turnId } });
    for (const item of items) replay("item/completed", { threadId, turnId, item: withoutPlan(item) });
    // One that was at work when Codex last ended has no end of its own.
    const status = turn.status === "inProgress" ? "interrupted" : turn.status;
    history.at(secondsOf(turn.completedAt));
    replay("turn/completed", { threadId, turn: { ...turn, status } });
  }
  return history;
}

function secondsOf(value: unknown): number | null {
  return typeof value === "number" ? Math.round(value * 1000) : null;
}

/** A plan of the past waits for nobody: it is told as what the agent said. */
function withoutPlan(item: Native): Native {
  return item.type === "plan" ? { ...item, type: "agentMessage" } : item;
}

/** Asks the program for something, and ends it. */
async function withCodex<T>(
  { projectRoot, settings }: NativePlace,
  use: (session: CodexSession) => Promise<T>,
): Promise<{ readonly value: T } | { readonly failure: string }> {
  const context = { agentId: "adopt", isTrusted: false, noticed: [], tools: null };
  const started = await startCodex(settings, projectRoot, context);
  if (!started.ok) return { failure: started.failure.message };
  // What it says past the length of a line has no answer in it.
  const overdue = setTimeout(() => void started.session.close(), limits.adoptMs);
  try {
    return { value: await use(started.session) };
  } finally {
    clearTimeout(overdue);
    await started.session.close();
  }
}
