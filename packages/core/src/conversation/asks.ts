import type { Actor } from "../events/fields.ts";
import { addStep } from "./add.ts";
import type { Draft, Place, Run } from "./conversation.ts";
import type { Entry, EntryBase } from "./entry.ts";
import { report } from "./fault.ts";
import { entryAt, putEntry } from "./lanes.ts";
import { permissionCallKey } from "./seen-entry-keys.ts";

/** Asks: everything that waits for a person. An answer belongs to one ask, and the first answer wins. */

/** The ask part of an entry. An ask is open while its entry is live. */
export interface Ask extends EntryBase {
  /** Unique among all asks of the session. */
  readonly askId: string;
  readonly callId: string | null;
  readonly answer: Answer | null;
}

export interface Answer {
  /** `answered`, or the reason why it can no longer be answered. */
  readonly outcome: AskOutcome;
  readonly by: Actor | null;
  readonly ts: number;
}

export const askOutcomes = ["answered", "cancelled", "expired"] as const;
export type AskOutcome = (typeof askOutcomes)[number];

type AskEntry = Extract<Entry, { readonly askId: string }>;

export function openAsk(draft: Draft, run: Run, entry: AskEntry): Place | null {
  if (draft.asks.has(entry.askId)) {
    report(draft, "duplicate_ask", entry.seq, entry.askId);
    return null;
  }
  const place = addStep(draft, run, entry);
  draft.asks = draft.asks.set(entry.askId, place);
  if (entry.kind === "permission" && entry.callId !== null)
    draft.seen = draft.seen.set(permissionCallKey(run.runId, entry.callId), place);
  if (entry.live) draft.pendingAsks = draft.pendingAsks.set(entry.askId, place);
  return place;
}

interface Response {
  readonly seq: number;
  readonly ts: number;
  readonly outcome?: AskOutcome | undefined;
  readonly by?: Actor | undefined;
}

/** Settles the ask of this kind with this id; if there is no such open ask, records a fault and changes nothing. */
export function answerAsk<K extends AskEntry["kind"]>(
  draft: Draft,
  kind: K,
  askId: string,
  response: Response,
  more: (entry: Extract<AskEntry, { kind: K }>) => Partial<Extract<AskEntry, { kind: K }>>,
): void {
  const place = draft.asks.get(askId);
  const entry = place === undefined ? undefined : entryAt(draft, place);
  if (place === undefined || entry?.kind !== kind) return report(draft, "unknown_ask", response.seq, askId);
  if (!entry.live) return report(draft, "ask_not_pending", response.seq, askId);
  const ask = entry as Extract<AskEntry, { kind: K }>;
  const answer: Answer = {
    outcome: response.outcome ?? "answered",
    by: response.by ?? null,
    ts: response.ts,
  };
  putEntry(draft, place.lane, place.pos, { ...ask, ...more(ask), seq: response.seq, live: false, answer });
  draft.pendingAsks = draft.pendingAsks.delete(askId);
}
