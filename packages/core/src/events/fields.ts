import { z } from "zod";
import { roles } from "../roles.ts";

/**
 * The few field types that nearly every event consists of. Each zod schema has an equivalent plain predicate, because checking
 * a delta must cost far less than parsing its JSON. Fields without a predicate are checked by zod, and zod always produces the
 * error message.
 */

type Predicate = (value: unknown) => boolean;

export interface FieldCheck {
  readonly accepts: Predicate;
  /** The most common kinds of fields, for code that checks them inline. */
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

/** Any string, including an empty one. */
export const text = withFieldCheck(z.string(), (value) => typeof value === "string", "text");

/** A name that identifies something: never empty. */
export const id = withFieldCheck(
  z.string().min(1),
  (value) => typeof value === "string" && value.length > 0,
  "id",
);

/** A whole number of at least 0: offsets, counts, milliseconds. */
export const count = withFieldCheck(
  z.int().nonnegative(),
  (value) => typeof value === "number" && value >= 0 && Number.isSafeInteger(value),
  "count",
);

/** A whole number of at least 1. */
export const ordinal = withFieldCheck(
  z.int().positive(),
  (value) => typeof value === "number" && value > 0 && Number.isSafeInteger(value),
);

/** Any whole number. */
export const whole = withFieldCheck(z.int(), (value) => Number.isSafeInteger(value));

/** A whole number from 0 to a maximum. */
export function countUpTo(most: number) {
  return withFieldCheck(
    z.int().nonnegative().max(most),
    (value) => typeof value === "number" && value >= 0 && value <= most && Number.isSafeInteger(value),
  );
}

/** An amount from 0 to a maximum, or null if unknown. */
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

/** One of a list of strings. */
export function oneOf<const W extends readonly [string, ...string[]]>(words: W) {
  const known = new Set<unknown>(words);
  return withFieldCheck(z.enum(words), (value) => known.has(value));
}

/** Any value that an agent sent: stored unchanged, read defensively. */
export const anything = withFieldCheck(z.unknown(), () => true);

export function optional<S extends z.ZodType>(schema: S): z.ZodOptional<S> {
  const { accepts, kind } = fieldCheckOf(schema);
  return withFieldCheck(schema.optional(), (value) => value === undefined || accepts(value), kind);
}

/** An error: a code for programs, a message for people. */
export const failure = z.object({ code: id, message: text });
export type Failure = z.infer<typeof failure>;

/** Text that was too long for the log: its total length, and the file that contains it. */
export const truncation = z.object({ totalChars: count, totalLines: optional(count), blobId: optional(id) });
export type Truncation = z.infer<typeof truncation>;

/** The cause of a run. */
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

/** Who did something: a person at a device, a rule that a person created, an agent, or Polylog itself. */
export const actor = z.object({
  kind: z.enum(["user", "rule", "agent", "system"]),
  /** For a person: the device. */
  id: optional(id),
  name: optional(text),
  /** The device's role at that time. Only a record: it grants nothing. */
  role: optional(oneOf(roles)),
});
export type Actor = z.infer<typeof actor>;

/** The origin of a message from another agent: the exchange, and the sender's session. */
export const exchangeOrigin = z.object({
  exchangeId: id,
  sessionId: id,
  /** Messages between agents since the last message from a person or a schedule. */
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
