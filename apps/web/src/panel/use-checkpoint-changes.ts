import type { FileChanges } from "@polylog/client";
import type { Conversation, EntryKinds } from "@polylog/core";
import { liveRun } from "@polylog/core";
import { useEffect, useRef, useState } from "react";
import { client, useSessionPart } from "../data/client.ts";
import { useSessionContext } from "../data/session/session-context.ts";
import { useSessionAgent } from "../data/session/use-session-agent.ts";

type Checkpoint = EntryKinds["checkpoint"];

export interface CheckpointChanges {
  /** The last checkpoint; null before the first one. */
  readonly checkpoint: Checkpoint | null;
  readonly changes: FileChanges | null;
  readonly failure: string | null;
}

/** The project's differences from the session's last checkpoint. They are fetched again when a run starts or ends. */
export function useCheckpointChanges(): CheckpointChanges {
  const handle = useSessionContext();
  const { projectRoot } = useSessionAgent();
  const checkpoint = useLastCheckpoint();
  const run = useSessionPart(handle, ({ conversation }) => liveRun(conversation)?.runId ?? null);
  const [told, setTold] = useState<Omit<CheckpointChanges, "checkpoint">>({ changes: null, failure: null });
  const hash = checkpoint?.hash ?? null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: fetched again when a run starts or ends.
  useEffect(() => {
    if (projectRoot === null || hash === null) return;
    let isWanted = true;
    client.projects.changes({ projectRoot, checkpoint: hash }).then(
      (changes) => isWanted && setTold({ changes, failure: null }),
      (error: Error) => isWanted && setTold({ changes: null, failure: error.message }),
    );
    return () => {
      isWanted = false;
    };
  }, [projectRoot, hash, run]);
  return { checkpoint, ...told };
}

function useLastCheckpoint(): Checkpoint | null {
  const found = useRef<{ readonly settled: number; readonly last: Checkpoint | null } | null>(null);
  return useSessionPart(useSessionContext(), ({ conversation }) => {
    const { settled } = conversation.main;
    if (found.current?.settled !== settled) found.current = { settled, last: lastIn(conversation) };
    return found.current.last;
  });
}

function lastIn({ main: { entries } }: Conversation): Checkpoint | null {
  for (let at = entries.length - 1; at >= 0; at--) {
    const entry = entries.get(at);
    if (entry?.kind === "checkpoint") return entry;
  }
  return null;
}
