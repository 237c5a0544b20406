import type { RestoredFiles } from "@polylog/core";
import { parseEvent } from "@polylog/core";
import { PolylogError } from "../errors.ts";
import { limits } from "../limits.ts";
import type { EventStore, SessionRow } from "../store/store.ts";
import type { Hosts } from "./host.ts";

/** How the project's files were before the first change at or after an event; null where none came. */
async function checkpointAt(store: EventStore, sessionId: string, seq: number): Promise<string | null> {
  for (let after = Math.max(0, seq - 1); ; ) {
    const page = await store.events(sessionId, after, limits.pageEvents);
    for (const { line } of page) {
      const parsed = parseEvent(line);
      if (parsed.ok && parsed.event.type === "checkpoint_saved") return parsed.event.hash;
    }
    const last = page.at(-1);
    if (last === undefined) return null;
    after = last.seq;
  }
}

/** Brings the files back, while no agent is at work on them. Null where none were changed. */
export async function restoreFiles(
  { store, hosts }: { readonly store: EventStore; readonly hosts: Hosts },
  { sessionId, projectRoot }: SessionRow,
  seq: number,
): Promise<RestoredFiles | null> {
  const [other] = await store.runs({ projectRoot, live: true, limit: 1 });
  if (other !== undefined) {
    const message =
      "Another session is at work in this project. Its files are left alone until that has ended.";
    throw new PolylogError("session_busy", message, { sessionId: other.sessionId });
  }
  const hash = await checkpointAt(store, sessionId, seq);
  if (hash === null) return null;
  const restored = await hosts.restore(projectRoot, sessionId, hash);
  if (restored.ok) {
    const { before, restored: files, removed, kept } = restored;
    return { hash, before, restored: files, removed, kept };
  }
  const { code: reason, message } = restored;
  throw new PolylogError("checkpoint_unavailable", message, { hash, reason });
}
