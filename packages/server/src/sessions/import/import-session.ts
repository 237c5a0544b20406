import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import path from "node:path";
import type { ConfiguredMode } from "../../agents/configured-mode.ts";
import type { Hub } from "../../hub/hub.ts";
import { summaryOf } from "../../log/session-summary.ts";
import { writeBlob } from "../../store/blob-files.ts";
import type { EventStore } from "../../store/store.ts";
import { projectFolder } from "../../workspace/project-folder.ts";
import { importedAt } from "../arrivals.ts";
import { inSlices } from "./in-slices.ts";
import { readExportFile } from "./read-export.ts";
import { modesHere, Restamp, restamped } from "./restamp.ts";

/** The agent of a session in which no agent ever ran. */
const FALLBACK_AGENT = "demo";

export interface ImportPlace {
  readonly store: Pick<EventStore, "writeSession">;
  /** The folder for large outputs. */
  readonly blobs: string;
  readonly configured: ConfiguredMode;
  /** Set if clients can be subscribed. */
  readonly hub?: Hub | undefined;
}

/** Creates a session from an exported file: all of it or nothing. */
export async function importSession(
  { store, blobs, configured, hub }: ImportPlace,
  file: string,
  project: string,
  now = Date.now(),
): Promise<{ sessionId: string; events: number }> {
  const projectRoot = await projectFolder(project);
  const sessionId = randomUUID();
  try {
    // Outputs are written before the events that refer to them.
    const exported = await readExportFile(file, async ({ id, text }) => {
      await writeBlob(blobs, sessionId, id, Buffer.from(text));
    });
    const modes = await modesHere(exported, projectRoot, configured);
    const restamp = new Restamp(sessionId);
    const written = await store.writeSession({
      sessionId,
      batches: inSlices(restamped(restamp, exported, modes)),
      finish: () => {
        const updatedTs = exported.at(-1)?.ts ?? 0;
        const named = {
          agentId: exported.find((event) => event.agentId !== undefined)?.agentId ?? null,
          title: null,
        };
        const summary = summaryOf(restamp.conversation, named, updatedTs);
        const createdTs = exported[0]?.ts ?? updatedTs;
        return {
          created: { sessionId, projectRoot, agentId: summary.agentId ?? FALLBACK_AGENT, createdTs },
          summary,
          documents: importedAt(sessionId, now),
        };
      },
    });
    hub?.catchUp(written.position);
    return { sessionId, events: written.events };
  } catch (error) {
    await rm(path.join(blobs, sessionId), { recursive: true, force: true });
    throw error;
  }
}
