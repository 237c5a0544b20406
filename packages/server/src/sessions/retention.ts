import { readdir, stat } from "node:fs/promises";
import path from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Config } from "../config/config-schema.ts";
import { limits } from "../limits.ts";
import { PolylogError } from "../polylog-error.ts";
import { blobFolder, blobIds } from "../store/blob-files.ts";
import type { EventStore, SessionRow } from "../store/store.ts";
import { arrivals } from "./arrivals.ts";

/** Deletes old sessions as configured. Sessions that are active or wait for a person are kept. */
export interface RetentionOptions {
  readonly store: Pick<EventStore, "sessions" | "events" | "documents">;
  readonly home: string;
  readonly now: () => number;
  readonly rules: () => Config["retention"];
  /** Rejects with `session_busy` if the session became active again. */
  readonly deleteIfIdle: (sessionId: string) => Promise<void>;
  readonly onDeleted: (count: number) => void;
  readonly onFailure: (error: unknown) => void;
}

/** A session, and the later of its last event and its import or restore. */
type Aged = SessionRow & { readonly usedTs: number };

const DAY_MS = 24 * 60 * 60 * 1000;
const MB = 1024 * 1024;
const PAGE = 200;

export class Retention {
  private readonly options: RetentionOptions;
  private timer: NodeJS.Timeout | null = null;
  private working: Promise<void> = Promise.resolve();
  private stopped = false;
  /** The number of sessions deleted since the start. */
  deleted = 0;

  constructor(options: RetentionOptions) {
    this.options = options;
  }

  /** Runs now, and then every hour. */
  start(): void {
    this.run();
    this.timer = setInterval(() => this.run(), limits.retentionMs);
    this.timer.unref();
  }

  async close(): Promise<void> {
    this.stopped = true;
    if (this.timer !== null) clearInterval(this.timer);
    await this.working;
  }

  private run(): void {
    this.working = this.working.then(() => this.apply()).catch(this.options.onFailure);
  }

  /** One round. An excess that was underestimated is reduced in the next round. */
  async apply(): Promise<void> {
    const { days, max_mb } = this.options.rules() ?? {};
    if (days === undefined && max_mb === undefined) return;
    const before = days === undefined ? Number.NEGATIVE_INFINITY : this.options.now() - days * DAY_MS;
    let excess = max_mb === undefined ? 0 : (await bytesIn(this.options.home)) - max_mb * MB;
    let count = 0;
    for (const session of await this.idleSessions(before)) {
      if (session.usedTs >= before && excess <= 0) break;
      const bytes = excess > 0 ? await this.bytesOf(session) : 0;
      const removed = await this.remove(session);
      count += removed;
      // The file itself shrinks a little later.
      excess -= removed * bytes;
    }
    if (count === 0) return;
    this.deleted += count;
    this.options.onDeleted(count);
  }

  private async remove({ sessionId }: SessionRow): Promise<number> {
    if (this.stopped) return 0;
    try {
      await this.options.deleteIfIdle(sessionId);
      return 1;
    } catch (error) {
      // It became active again or was already deleted.
      if (error instanceof PolylogError && error.status < 500) return 0;
      throw error;
    }
  }

  /** Expired sessions, then archived ones, then those that have been idle for the longest time. */
  private async idleSessions(before: number): Promise<Aged[]> {
    const idle: Aged[] = [];
    const arrivedTs = await arrivals(this.options.store);
    for (let cursor: string | undefined; ; ) {
      const page = await this.options.store.sessions({ limit: PAGE, cursor });
      for (const row of page.items.filter(isIdle)) {
        idle.push({ ...row, usedTs: Math.max(row.updatedTs, arrivedTs(row.sessionId)) });
      }
      if (page.cursor === null) break;
      cursor = page.cursor;
    }
    const rank = ({ usedTs, archived }: Aged) => (usedTs < before ? 0 : archived ? 1 : 2);
    return idle.sort((a, b) => rank(a) - rank(b) || a.usedTs - b.usedTs);
  }

  /** The minimum space that deleting it frees. */
  private async bytesOf({ sessionId }: SessionRow): Promise<number> {
    const { store, home } = this.options;
    let bytes = 0;
    for (let after = 0; ; ) {
      const page = await store.events(sessionId, after, limits.pageEvents).catch(() => []);
      for (const { line, seq } of page) {
        bytes += Buffer.byteLength(line);
        after = seq;
      }
      if (page.length === 0) break;
      await nextTurn();
    }
    for (const blobId of await blobIds(blobFolder(home), sessionId)) {
      bytes += await sizeOf(path.join(blobFolder(home), sessionId, blobId));
    }
    return bytes;
  }
}

function isIdle({ status, queued, pendingAsks }: SessionRow): boolean {
  const atRest = status === "idle" || status === "interrupted" || status === "failed";
  return atRest && queued === 0 && pendingAsks === 0;
}

/** The disk space of the log and its outputs. */
async function bytesIn(home: string): Promise<number> {
  const outputs = await readdir(blobFolder(home), { recursive: true }).catch(() => []);
  const files = ["polylog.db", "polylog.db-wal", ...outputs.map((name) => path.join("blobs", name))];
  let bytes = 0;
  for (const name of files) bytes += await sizeOf(path.join(home, name));
  return bytes;
}

async function sizeOf(file: string): Promise<number> {
  const found = await stat(file).catch(() => null);
  return found?.isFile() === true ? found.size : 0;
}
