import type { Actor, EventBody, PolylogEvent, RestoredFiles, RewindTo } from "@polylog/core";
import { findRun } from "@polylog/core";
import { loadSession } from "../log/live-session.ts";
import type { Log } from "../log/log.ts";
import type { Watchers } from "../log/watchers.ts";
import type { SessionModes } from "../permissions/session-modes.ts";
import { PolylogError } from "../polylog-error.ts";
import type { BackendHosts } from "../runs/backend-host.ts";
import { endingEvents } from "../runs/settle.ts";
import type { EventStore, SessionRow } from "../store/store.ts";
import { blockingSession, checkpointAt, defaultPaths, eventsAfter } from "./rewind-files.ts";
import type { SessionActor } from "./session-actor.ts";
import type { SessionActors } from "./session-actors.ts";

export interface RewindOptions {
  readonly store: EventStore;
  readonly log: Log;
  readonly watchers: Watchers;
  readonly actors: SessionActors;
  readonly modes: SessionModes;
  readonly hosts: BackendHosts;
}

/**
 * Rewinds a session's conversation to an event, restores the project's files as of then, or both. Truncating the
 * conversation changes the log's rev, so its listeners restart. Resolves with the restored files.
 */
export async function rewindSession(
  options: RewindOptions,
  row: SessionRow,
  to: RewindTo,
  by: Actor,
): Promise<RestoredFiles | null> {
  const { log, watchers, actors } = options;
  const { sessionId } = row;
  if (to.seq < 0 || to.seq > row.head) {
    const message = `seq: no such event. Choose one from 0 to ${row.head}.`;
    throw new PolylogError("bad_request", message, { seq: to.seq });
  }
  if (!to.conversation && !to.files) {
    throw new PolylogError("bad_request", "Select the conversation, the files, or both.", { seq: to.seq });
  }
  log.assertWritable();
  if (!to.conversation) {
    const actor = await actors.of(sessionId);
    return actor.mailbox.run(async () => {
      assertIdle(actor);
      return withFiles(options, row, to, (files) =>
        actor.append({ bodies: noticeOf(to, files, by), refusable: true }),
      );
    });
  }
  let files: RestoredFiles | null = null;
  await actors.change(sessionId, assertIdle, async () => {
    files = await withFiles(options, row, to, (restored) => cutBack(options, row, to, restored, by));
  });
  watchers.gone(sessionId);
  return files;
}

/** Restores the files and writes to the log. If writing fails, the files are restored to their previous state. */
async function withFiles(
  options: RewindOptions,
  row: SessionRow,
  to: RewindTo,
  write: (files: RestoredFiles | null) => Promise<unknown>,
): Promise<RestoredFiles | null> {
  const files = to.files ? await restoreFiles(options, row, to) : null;
  try {
    await write(files);
  } catch (error) {
    if (files !== null) await options.hosts.checkpoints.restore(row.projectRoot, row.sessionId, files.before);
    throw error;
  }
  return files;
}

function assertIdle({ conversation, session: { sessionId } }: SessionActor): void {
  if (conversation.liveRuns.size === 0) return;
  throw new PolylogError("session_busy", "A run is in progress. Stop it, then retry.", { sessionId });
}

/** The truncation, the ends of interrupted work, and the notice are one commit. */
async function cutBack(
  { store, log, modes }: RewindOptions,
  { sessionId }: SessionRow,
  to: RewindTo,
  files: RestoredFiles | null,
  by: Actor,
): Promise<void> {
  const { seq } = to;
  // A title may have been written since it was requested.
  const row = await store.session(sessionId);
  if (row === null)
    throw new PolylogError("session_not_found", "This session does not exist. It may have been deleted.", {
      sessionId,
    });
  const rev = row.rev + 1;
  const session = await loadSession(store, { ...row, rev, head: seq });
  const { conversation } = session;
  const error = { code: "rewound", message: "The session was rewound to this point." };
  // A run ends together with its subruns.
  const ends = [...conversation.liveRuns].flatMap(([runId]) =>
    conversation.liveRuns.has(findRun(conversation, runId)?.parentRunId ?? "")
      ? []
      : endingEvents(conversation, runId, { outcome: "cancelled", error }),
  );
  const outcomes = ends.length === 0 ? null : await outcomesAfter(store, sessionId, seq);
  const settled = ends.map((body): EventBody => outcomes?.get(outcomeKey(body) ?? "") ?? body);
  const { bodies, documents } = await modes.narrowed(session);
  await log.append(session, {
    bodies: [...settled, ...noticeOf(to, files, by), ...bodies],
    ...{ documents, rewound: { seq, rev }, refusable: true },
  });
}

/** The outcomes of calls and asks that were open at the target event, because their effects remain. */
async function outcomesAfter(
  store: EventStore,
  sessionId: string,
  seq: number,
): Promise<ReadonlyMap<string, EventBody>> {
  const outcomes = new Map<string, EventBody>();
  for await (const event of eventsAfter(store, sessionId, seq)) {
    const key = outcomeKey(event);
    if (key !== null) outcomes.set(key, bodyOf(event));
  }
  return outcomes;
}

function outcomeKey(event: PolylogEvent | EventBody): string | null {
  switch (event.type) {
    case "tool_result":
      return `${event.runId} call ${event.callId}`;
    case "permission_response":
      return `${event.runId} ask ${event.requestId}`;
    case "ask_user_response":
      return `${event.runId} ask ${event.questionId}`;
    case "plan_response":
      return `${event.runId} ask ${event.planId}`;
    default:
      return null;
  }
}

function bodyOf(event: PolylogEvent): EventBody {
  const { id: _id, sessionId: _sessionId, seq: _seq, rev: _rev, ts: _ts, ...body } = event;
  return body as EventBody;
}

/** Restores the requested files if no agent is working on them. Null if none were changed. */
async function restoreFiles(
  { store, hosts }: RewindOptions,
  { sessionId, projectRoot }: SessionRow,
  { seq, paths }: RewindTo,
): Promise<RestoredFiles | null> {
  const blocking = await blockingSession(store, projectRoot);
  if (blocking !== null) {
    const name = blocking.title === null ? "Another session" : `The session “${blocking.title}”`;
    const message = `${name} is running in this project. Stop it or wait until it has finished, then rewind the files.`;
    throw new PolylogError("session_busy", message, { ...blocking });
  }
  const saved = await checkpointAt(store, sessionId, seq);
  if (saved === null) return null;
  const { hash } = saved;
  const wanted = new Set(paths ?? (await defaultPaths(hosts.checkpoints, projectRoot, sessionId, saved)));
  const restored = await hosts.checkpoints.restore(projectRoot, sessionId, hash, (path) => wanted.has(path));
  if (restored.ok) {
    const { before, restored: files, removed, kept, left } = restored;
    return { hash, before, restored: files, removed, kept, left };
  }
  const { code: reason, message } = restored;
  throw new PolylogError("checkpoint_unavailable", message, { hash, reason });
}

/** The first event after a rewind: who rewound, and the checkpoint to undo it for the files. */
function noticeOf({ seq, conversation }: RewindTo, files: RestoredFiles | null, by: Actor): EventBody[] {
  const text = conversation
    ? `Rewound to here (event ${seq}).${filesSentence(files)}`
    : `Rewound the files to event ${seq}.${filesSentence(files) || " No files had changed."}`;
  const notice = { type: "notice" as const, code: "rewound", text, by };
  if (files === null) return [notice];
  return [notice, { type: "checkpoint_saved", hash: files.before, label: "Before restoring files" }];
}

function filesSentence(files: RestoredFiles | null): string {
  if (files === null) return "";
  const { restored, removed, left } = files;
  const kept = left.length === 0 ? "" : ` Unchanged: ${left.length}.`;
  return ` Files restored: ${restored}, removed: ${removed}.${kept}`;
}
