import { realpath } from "node:fs/promises";
import type { NativeHistory, NativePlace, NativeSession, NativeStore } from "@polylog/core";
import { defined } from "@polylog/core";
import { countOf, type Native, nameOf, recordOf, recordsOf, textOf } from "../connection/native-value.ts";
import { HistoryBuilder, titleOf } from "../native-store/history-builder.ts";
import { limits as sharedLimits } from "../native-store/limits.ts";
import { limits } from "./limits.ts";
import type { CodexSession } from "./session.ts";
import { startCodex } from "./start.ts";
import { wordsOf } from "./translate/items.ts";
import { type CodexState, newState, withThread } from "./translate/state.ts";
import { translate } from "./translate/translate.ts";
import { withPrompt } from "./translate/turns.ts";

/**
 * Threads from Codex itself. They are requested from the program, because their storage format has changed
 * repeatedly.
 */

export const codexSessions: NativeStore = {
  list: async (place) => {
    const listed = await withCodex(place, async (session) => {
      const cwd = await foldersOf(place);
      // Without the list of providers, only threads of the configured provider are listed.
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

/** Where a person may start a thread. A subagent's thread is part of another one. */
const sourceKinds = ["cli", "vscode", "exec", "appServer", "unknown"];

/** The project's path as given, and its real path if it can be resolved. */
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
    return {
      ok: false,
      code: "not_found",
      message: "Codex has no thread with this ID in this project. Check the list of its threads.",
    };
  }
  const turns: Native[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = { threadId, itemsView: "full", sortDirection: "asc", limit: limits.turnsPage };
    const asked = { ...page, ...defined({ cursor }) };
    const reply = await session.request("thread/turns/list", asked);
    if (!reply.ok)
      return { ok: false, code: "unreadable", message: `Codex cannot read the thread: ${reply.message}` };
    turns.push(...recordsOf(reply.result.data));
    cursor = nameOf(reply.result.nextCursor);
    if (turns.length > limits.adoptedTurns) {
      const message = `The thread is too long to adopt. The limit is ${limits.adoptedTurns} turns.`;
      return { ok: false, code: "too_large", message };
    }
  }
  return turnEvents(threadId, turns, place.agentId).finish(0, place.agentId);
}

/** Translates old turns with the same translator as live ones. */
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
    // A turn that was running when Codex last exited has no end.
    const status = turn.status === "inProgress" ? "interrupted" : turn.status;
    history.at(secondsOf(turn.completedAt));
    replay("turn/completed", { threadId, turn: { ...turn, status } });
  }
  return history;
}

function secondsOf(value: unknown): number | null {
  return typeof value === "number" ? Math.round(value * 1000) : null;
}

/** An old plan does not wait for an answer, so it is reported as the agent's text. */
function withoutPlan(item: Native): Native {
  return item.type === "plan" ? { ...item, type: "agentMessage" } : item;
}

/** Starts the program for some requests, and stops it. */
async function withCodex<T>(
  { projectRoot, settings }: NativePlace,
  use: (session: CodexSession) => Promise<T>,
): Promise<{ readonly value: T } | { readonly failure: string }> {
  const context = { agentId: "adopt", isTrusted: false, noticed: [], tools: null };
  const started = await startCodex(settings, projectRoot, context);
  if (!started.ok) return { failure: started.failure.message };
  // A line over the length limit contains no response.
  const overdue = setTimeout(() => void started.session.close(), limits.adoptMs);
  try {
    return { value: await use(started.session) };
  } finally {
    clearTimeout(overdue);
    await started.session.close();
  }
}
