import { setImmediate as nextTurn } from "node:timers/promises";
import type { PolylogEvent, RewindFile, RewindPreview, SessionName } from "@polylog/core";
import type { Checkpoints } from "../checkpoint/checkpoints.ts";
import type { JournalLine } from "../checkpoint/journal.ts";
import { limits } from "../limits.ts";
import { readLine } from "../log/live-session.ts";
import type { EventStore, SessionRow } from "../store/store.ts";

/** The files that a rewind changes, and other sessions that changed them since. */

interface Saved {
  readonly hash: string;
  readonly runId: string | null;
}

/** The files before the first change at or after an event; null if nothing changed. */
export async function checkpointAt(store: EventStore, sessionId: string, seq: number): Promise<Saved | null> {
  for await (const event of eventsAfter(store, sessionId, Math.max(0, seq - 1))) {
    if (event.type === "checkpoint_saved") return { hash: event.hash, runId: event.runId ?? null };
  }
  return null;
}

export async function* eventsAfter(
  store: EventStore,
  sessionId: string,
  seq: number,
): AsyncGenerator<PolylogEvent> {
  for (let after = seq; ; ) {
    const page = await store.events(sessionId, after, limits.pageEvents);
    const last = page.at(-1);
    if (last === undefined) return;
    for (const { line } of page) yield readLine(line);
    after = last.seq;
    await nextTurn();
  }
}

/** A session that is running in the project, in which case its files are not restored. */
export async function blockingSession(store: EventStore, projectRoot: string): Promise<SessionName | null> {
  const [run] = await store.runs({ projectRoot, live: true, limit: 1 });
  return run === undefined ? null : nameOf(store, run.sessionId);
}

export async function previewRewind(
  { store, checkpoints }: { readonly store: EventStore; readonly checkpoints: Checkpoints },
  { sessionId, projectRoot }: SessionRow,
  seq: number,
): Promise<RewindPreview> {
  const blockedBy = await blockingSession(store, projectRoot);
  const saved = await checkpointAt(store, sessionId, seq);
  const noPreview = { checkpoint: saved?.hash ?? null, files: [], more: 0, unavailable: null, blockedBy };
  if (saved === null) return noPreview;
  const found = await checkpoints.differing(projectRoot, saved.hash);
  if (!found.ok) return { ...noPreview, unavailable: found.message };
  const since = changesSince(await checkpoints.journal(projectRoot), sessionId, saved);
  const names = new Map<string, SessionName>();
  for (const other of new Set([...since.others.values()].flatMap((ids) => [...ids])))
    names.set(other, await nameOf(store, other));
  const files = found.files.slice(0, limits.rewindFiles).map(({ path, restore }): RewindFile => {
    const changedBy = [...(since.others.get(path) ?? [])].flatMap((id) => names.get(id) ?? []);
    const isOwn = since.isOwn(path);
    return { path, restore, isOwn, changedBy, selected: isOwn && changedBy.length === 0 };
  });
  return { ...noPreview, files, more: found.files.length - files.length };
}

/** The files that a rewind restores by default: those that only this session changed. */
export async function defaultPaths(
  checkpoints: Checkpoints,
  projectRoot: string,
  sessionId: string,
  saved: Saved,
): Promise<readonly string[]> {
  const found = await checkpoints.differing(projectRoot, saved.hash);
  if (!found.ok) return [];
  const since = changesSince(await checkpoints.journal(projectRoot), sessionId, saved);
  return found.files.map(({ path }) => path).filter((path) => since.isOwn(path) && !since.others.has(path));
}

interface ChangesSince {
  isOwn(path: string): boolean;
  /** The sessions that changed a file, by its path. */
  readonly others: ReadonlyMap<string, ReadonlySet<string>>;
}

function changesSince(journal: readonly JournalLine[], sessionId: string, saved: Saved): ChangesSince {
  const isIt = (line: JournalLine) =>
    line.kind === "saved" &&
    line.sessionId === sessionId &&
    (saved.runId === null ? line.hash === saved.hash : line.runId === saved.runId);
  const own = new Set<string>();
  const others = new Map<string, Set<string>>();
  let isAll = false;
  // If the journal does not reach back far enough, all of its lines count.
  for (const line of journal.slice(Math.max(0, journal.findIndex(isIt)))) {
    if (line.kind !== "changed") continue;
    if (line.sessionId === sessionId) {
      isAll ||= line.more;
      for (const path of line.paths) own.add(path);
    } else {
      for (const path of line.paths) others.set(path, (others.get(path) ?? new Set()).add(line.sessionId));
    }
  }
  return { isOwn: (path) => isAll || own.has(path), others };
}

async function nameOf(store: EventStore, sessionId: string): Promise<SessionName> {
  return { sessionId, title: (await store.session(sessionId))?.title ?? null };
}
