import { z } from "zod";
import { roles } from "../roles.ts";

/**
 * The few field types that nearly every event is made of. Each zod schema has a plain predicate beside it
 * that accepts exactly the same values: checking a delta must cost far less than parsing its JSON. Where a
 * field has no predicate, zod itself decides, and zod always words the error.
 */

type Predicate = (value: unknown) => boolean;

export interface FieldCheck {
  readonly accepts: Predicate;
  /** The kinds that fields mostly are, for whoever can check them without a call. */
  readonly kind: "text" | "id" | "count" | "other";
}

const checks = new WeakMap<z.ZodType, FieldCheck>();

function withFieldCheck<S extends z.ZodType>(
  schema: S,
  accepts: Predicate,
  kind: FieldCheck["kind"] = "other",
): S {
  checks.set(schema, { accepts, kind });
  return schema;
}

export function fieldCheckOf(schema: z.ZodType): FieldCheck {
  return checks.get(schema) ?? { accepts: (value) => schema.safeParse(value).success, kind: "other" };
}

/** Any string, also an empty one. */
export const text = withFieldCheck(z.string(), (value) => typeof value === "string", "text");

/** A name that something is found by: never empty. */
export const id = withFieldCheck(
  z.string().min(1),
  (value) => typeof value === "string" && value.length > 0,
  "id",
);

/** A whole number from 0 up: offsets, counts, milliseconds. */
export const count = withFieldCheck(
  z.int().nonnegative(),
  (value) => typeof value === "number" && value >= 0 && Number.isSafeInteger(value),
  "count",
);

/** A whole number from 1 up. */
export const ordinal = withFieldCheck(
  z.int().positive(),
  (value) => typeof value === "number" && value > 0 && Number.isSafeInteger(value),
);

/** Any whole number. */
export const whole = withFieldCheck(z.int(), (value) => Number.isSafeInteger(value));

/** A whole number from 0 up to a bound. */
export function countUpTo(most: number) {
  return withFieldCheck(
    z.int().nonnegative().max(most),
    (value) => typeof value === "number" && value >= 0 && value <= most && Number.isSafeInteger(value),
  );
}

/** An amount of something from 0 up to a bound, or null where nobody knows it. */
export function amountUpTo(most: number) {
  return withFieldCheck(
    z.number().nonnegative().max(most).nullable(),
    (value) => value === null || (typeof value === "number" && value >= 0 && value <= most),
  );
}

export const flag = withFieldCheck(z.boolean(), (value) => typeof value === "boolean");

/** One value and no other. */
export function exactly<const V extends string | number>(only: V) {
  return withFieldCheck(z.literal(only), (value) => value === only);
}

/** One of a few words. */
export function oneOf<const W extends readonly [string, ...string[]]>(words: W) {
  const known = new Set<unknown>(words);
  return withFieldCheck(z.enum(words), (value) => known.has(value));
}

/** Whatever an agent gave: kept as it is, read with care. */
export const anything = withFieldCheck(z.unknown(), () => true);

export function optional<S extends z.ZodType>(schema: S): z.ZodOptional<S> {
  const { accepts, kind } = fieldCheckOf(schema);
  return withFieldCheck(schema.optional(), (value) => value === undefined || accepts(value), kind);
}

/** What went wrong: a code for programs, a sentence for people. */
export const failure = z.object({ code: id, message: text });
export type Failure = z.infer<typeof failure>;

/** Text that was too long for the log: how long the whole is, and the file that has it. */
export const truncation = z.object({ totalChars: count, totalLines: optional(count), blobId: optional(id) });
export type Truncation = z.infer<typeof truncation>;

/** What sets a run off. */
export const runTriggers = [
  "message",
  "queue",
  "mission",
  "schedule",
  "exchange",
  "callback",
  "subagent",
] as const;
export type RunTrigger = (typeof runTriggers)[number];

/** Who did something: a person at a device, a rule they made, an agent, or Polylog itself. */
export const actor = z.object({
  kind: z.enum(["user", "rule", "agent", "system"]),
  /** Of a person: the device. */
  id: optional(id),
  name: optional(text),
  /** The device's role at that moment. It is a record; nothing is permitted because of it. */
  role: optional(oneOf(roles)),
});
export type Actor = z.infer<typeof actor>;

/** Where a message comes from that another agent sent: the exchange, and the session at its other end. */
export const exchangeOrigin = z.object({
  exchangeId: id,
  sessionId: id,
  /** Messages between agents since a person, or a schedule, last spoke. */
  hops: count,
});
export type ExchangeOrigin = z.infer<typeof exchangeOrigin>;

export const image = z.object({
  mediaType: id,
  data: optional(text),
  blobId: optional(id),
  name: optional(text),
});
export type Image = z.infer<typeof image>;
