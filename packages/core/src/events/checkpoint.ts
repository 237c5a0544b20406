import { addRemark } from "../conversation/add.ts";
import { baseOf, type EntryBase } from "../conversation/entry.ts";
import { defineEntry, defineEvent, eventGroup } from "./define.ts";
import { optional, text } from "./fields.ts";

/** Checkpoints: saved states of the project. The same state is shown once. */

export interface CheckpointEntry extends EntryBase {
  readonly kind: "checkpoint";
  readonly hash: string;
  readonly label: string | null;
}

declare module "../conversation/entry.ts" {
  interface EntryKinds {
    checkpoint: CheckpointEntry;
  }
}

const checkpointSaved = defineEvent({
  type: "checkpoint_saved",
  scope: "session",
  payload: { hash: text, label: optional(text) },
  fold: (draft, event) => {
    const hash = event.hash.trim();
    const name = `checkpoint/${hash}`;
    if (hash !== "" && draft.seen.has(name)) return;
    const place = addRemark(draft, event, {
      ...baseOf(event, "checkpoint"),
      hash,
      label: event.label ?? null,
    });
    draft.seen = draft.seen.set(name, place);
  },
});

export const checkpoint = eventGroup(
  [checkpointSaved],
  [
    defineEntry("checkpoint", (entry) => ({
      icon: "checkpoint",
      tone: "quiet",
      text: entry.label ?? `Checkpoint ${entry.hash.slice(0, 7)}`,
    })),
  ],
);
