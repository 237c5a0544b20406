import { z } from "zod";
import type { Draft, Run } from "../conversation/conversation.ts";
import type { EntryKind, EntryKinds } from "../conversation/entry.ts";
import type { Line } from "../format/line.ts";
import { type Envelope, envelopeShape, placeShape, speakerShape } from "./envelope.ts";
import { exactly, type FieldCheck, fieldCheckOf, id, optional } from "./fields.ts";
import { SeenKeys } from "./seen-keys.ts";

/**
 * One definition per event: its schema, what supersedes it, and its effect on the conversation. The TypeScript type, the parser
 * and the fold are derived from it.
 */

type Shape = z.core.$ZodLooseShape;
/** Kinds of entries that stream. */
export type BlockKind = "message" | "thought";
type Payload<P extends Shape> = z.infer<z.ZodObject<P>>;

export type SessionEvent<T extends string, P extends Shape> = Envelope & { readonly type: T } & Readonly<
    Payload<P>
  >;
export type RunEvent<T extends string, P extends Shape> = SessionEvent<T, P> & {
  readonly agentId: string;
  readonly runId: string;
};

interface Common<T extends string, P extends Shape, E> {
  readonly type: T;
  /** Increased when the shape changes. A log with a newer version is kept and relayed, but not understood. */
  readonly version?: number;
  readonly payload: P;
  /**
   * Log compaction drops the event once a later event that `supersedes` this key is written. Absent or null: the event is never
   * dropped. `runId` is the resolved run of the event.
   */
  readonly supersededKey?: (event: E, runId: string) => string | null;
  /** The keys whose earlier events are no longer needed once this event is written. */
  readonly supersedes?: (event: E, runId: string) => readonly string[];
  /** Accepts most valid events quickly, and nothing that the schema would reject. */
  readonly quick?: (value: Record<string, unknown>, type: string) => boolean;
  /** It ends a block of this kind, whose deltas opened an entry. */
  readonly endsBlock?: BlockKind;
}

interface SessionDefinition<T extends string, P extends Shape> extends Common<T, P, SessionEvent<T, P>> {
  readonly scope: "session";
  readonly fold: (draft: Draft, event: SessionEvent<T, P>) => void;
}

interface RunDefinition<T extends string, P extends Shape> extends Common<T, P, RunEvent<T, P>> {
  readonly scope: "run";
  /** The effect of an event that arrives after its run has ended: shown separately (the default), applied, or none. */
  readonly afterEnd?: "show" | "apply" | "ignore";
  readonly fold: (draft: Draft, event: RunEvent<T, P>, run: Run) => void;
}

export interface EventDefinition<T extends string = string, E = never> {
  readonly type: T;
  readonly version: number;
  readonly scope: "session" | "run";
  readonly afterEnd: "show" | "apply" | "ignore";
  readonly endsBlock: BlockKind | null;
  readonly schema: z.ZodType;
  readonly quick: ((value: Record<string, unknown>, type: string) => boolean) | null;
  readonly check: (value: Record<string, unknown>) => boolean;
  readonly seen: SeenKeys;
  readonly supersededKey: ((event: E, runId: string) => string | null) | null;
  readonly supersedes: ((event: E, runId: string) => readonly string[]) | null;
  readonly fold: (draft: Draft, event: E, run: Run) => void;
}

export function defineEvent<const T extends string, P extends Shape>(
  definition: SessionDefinition<T, P>,
): EventDefinition<T, SessionEvent<T, P>>;
export function defineEvent<const T extends string, P extends Shape>(
  definition: RunDefinition<T, P>,
): EventDefinition<T, RunEvent<T, P>>;
export function defineEvent(
  definition: SessionDefinition<string, Shape> | RunDefinition<string, Shape>,
): EventDefinition<string, RunEvent<string, Shape>> {
  const { type, version = 1, scope, payload } = definition;
  const speaker = scope === "run" ? speakerShape : { agentId: optional(id), runId: optional(id) };
  const shape = { ...envelopeShape, ...speaker, ...placeShape, type: exactly(type), ...payload };
  const checks = fieldChecksOf(payload);
  return {
    type,
    version,
    scope,
    afterEnd: definition.scope === "run" ? (definition.afterEnd ?? "show") : "apply",
    endsBlock: definition.endsBlock ?? null,
    schema: z.object(shape),
    quick: definition.quick ?? null,
    check: (value) => {
      if (scope === "run" && (value.runId === undefined || value.agentId === undefined)) return false;
      for (const [key, check] of checks) if (!check.accepts(value[key])) return false;
      return true;
    },
    seen: new SeenKeys(fieldChecksOf({ ...shape, v: exactly(version) })),
    supersededKey: definition.supersededKey ?? null,
    supersedes: definition.supersedes ?? null,
    fold: definition.fold,
  };
}

function fieldChecksOf(shape: Shape): ReadonlyMap<string, FieldCheck> {
  return new Map(Object.entries(shape).map(([key, schema]) => [key, fieldCheckOf(schema as z.ZodType)]));
}

/** An entry of one kind as a single line. */
export interface EntryDefinition<E = never> {
  readonly kind: EntryKind;
  readonly line: (entry: E) => Line;
}

export const outcomes = ["completed", "failed", "cancelled", "interrupted"] as const;
export type Outcome = (typeof outcomes)[number];

export function defineEntry<K extends EntryKind>(
  kind: K,
  line: (entry: EntryKinds[K]) => Line,
): EntryDefinition<EntryKinds[K]> {
  return { kind, line };
}

/** The events about one subject, and the entries they create. One file each. */
export interface EventGroup<D> {
  readonly events: D;
  readonly entries: readonly EntryDefinition[];
}

export function eventGroup<const D extends readonly EventDefinition[]>(
  events: D,
  entries: readonly EntryDefinition[] = [],
): EventGroup<D> {
  return { events, entries };
}

export type EventOf<D> = D extends EventDefinition<string, infer E> ? E : never;
