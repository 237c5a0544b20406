import type { Outcome } from "../events/define.ts";
import type { Envelope } from "../events/envelope.ts";

/**
 * An entry is one element of the folded conversation. Each kind is declared next to the events that create it
 * (`events/<thing>.ts` adds itself to `EntryKinds`), so that a new kind is one file.
 */

export interface EntryBase {
  /** Stable for the life of the entry, on every screen and after every replay. */
  readonly key: string;
  /** The event that changed it last. */
  readonly seq: number;
  readonly ts: number;
  readonly agentId: string | null;
  readonly runId: string | null;
  /** It may still change. Once false, no field of it ever changes again. */
  readonly live: boolean;
  /** The outcome of its run, if the run's end ended the entry; null if it ended normally. */
  readonly endedBy: Outcome | null;
}

// biome-ignore lint/suspicious/noEmptyInterface: filled by declaration merging in events/<thing>.ts.
export interface EntryKinds {}

export type EntryKind = keyof EntryKinds;
export type Entry = EntryKinds[EntryKind];

/** The common fields of entries made by a single lasting event. */
export function baseOf<K extends EntryKind>(
  event: Envelope,
  kind: K,
  live = false,
): EntryBase & { readonly kind: K } {
  return {
    kind,
    key: `${kind}/${event.seq}`,
    seq: event.seq,
    ts: event.ts,
    agentId: event.agentId ?? null,
    runId: event.runId ?? null,
    live,
    endedBy: null,
  };
}
