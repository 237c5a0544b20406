import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import path from "node:path";
import type { PolylogEvent } from "@polylog/core";
import type { Hub } from "../../hub/hub.ts";
import { summaryOf } from "../../log/summary.ts";
import { writeBlob } from "../../store/blob-files.ts";
import type { EventStore } from "../../store/store.ts";
import { projectFolder } from "../inside-project.ts";
import { readExportFile } from "./read-export.ts";
import { restamp } from "./restamp.ts";

/** A session in which no agent ever spoke still belongs to one. */
const NOBODY = "demo";

export interface ImportPlace {
  readonly store: Pick<EventStore, "commit">;
  /** Where large outputs lie. */
  readonly blobs: string;
  /** Told of the events, where somebody may listen. */
  readonly hub?: Hub | undefined;
}

/** Makes a new session of a file that `export` wrote: all of it or nothing. */
export async function importSession(
  { store, blobs, hub }: ImportPlace,
  file: string,
  project: string,
): Promise<{ sessionId: string; events: number }> {
  const exported = await readExportFile(file);
  const projectRoot = await projectFolder(project);
  const sessionId = randomUUID();
  const { events, conversation } = restamp(exported.events, sessionId);
  const updatedTs = exported.events.at(-1)?.ts ?? 0;
  const summary = summaryOf(conversation, { agentId: firstAgent(exported.events), title: null }, updatedTs);
  const created = {
    sessionId,
    projectRoot,
    agentId: summary.agentId ?? NOBODY,
    createdTs: exported.events[0]?.ts ?? updatedTs,
  };
  // Before the events that speak of them.
  for (const { id, text } of exported.blobs) await writeBlob(blobs, sessionId, id, Buffer.from(text));
  const append = { sessionId, rev: 1, head: 0, events, summary, drops: [] };
  const { positions } = await store
    .commit({ created: [created], appends: [append] })
    .catch(async (error: unknown) => {
      await rm(path.join(blobs, sessionId), { recursive: true, force: true });
      throw error;
    });
  hub?.publish(
    events.map(({ event, line }, at) => {
      const position = positions[0]?.[at] as number;
      return { sessionId, seq: event.seq, rev: 1, position, line, projectRoot };
    }),
  );
  return { sessionId, events: events.length };
}

function firstAgent(events: readonly PolylogEvent[]): string | null {
  return events.find(({ agentId }) => agentId !== undefined)?.agentId ?? null;
}
