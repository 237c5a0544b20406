import { z } from "zod";

/**
 * The few field types that nearly every event is made of. Each zod schema has a plain predicate beside it
 * that accepts exactly the same values: checking a delta must cost far less than parsing its JSON. Where a
 * field has no predicate, zod itself decides, and zod always words the error.
 */

type Predicate = (value: unknown) => boolean;

const predicates = new WeakMap<z.ZodType, Predicate>();

function withPredicate<S extends z.ZodType>(schema: S, predicate: Predicate): S {
  predicates.set(schema, predicate);
  return schema;
}

export function predicateOf(schema: z.ZodType): Predicate {
  return predicates.get(schema) ?? ((value) => schema.safeParse(value).success);
}

/** Any string, also an empty one. */
export const text = withPredicate(z.string(), (value) => typeof value === "string");

/** A name that something is found by: never empty. */
export const id = withPredicate(z.string().min(1), (value) => typeof value === "string" && value.length > 0);

/** A whole number from 0 up: offsets, counts, milliseconds. */
export const count = withPredicate(
  z.int().nonnegative(),
  (value) => typeof value === "number" && value >= 0 && Number.isSafeInteger(value),
);

/** Any whole number. */
export const whole = withPredicate(z.int(), (value) => Number.isSafeInteger(value));

/** A whole number from 0 up to a bound. */
export function countUpTo(most: number) {
  return withPredicate(
    z.int().nonnegative().max(most),
    (value) => typeof value === "number" && value >= 0 && value <= most && Number.isSafeInteger(value),
  );
}

/** An amount of something from 0 up to a bound, or null where nobody knows it. */
export function amountUpTo(most: number) {
  return withPredicate(
    z.number().nonnegative().max(most).nullable(),
    (value) => value === null || (typeof value === "number" && value >= 0 && value <= most),
  );
}

export const flag = withPredicate(z.boolean(), (value) => typeof value === "boolean");

/** One of a few words. */
export function oneOf<const W extends readonly [string, ...string[]]>(words: W) {
  const known = new Set<unknown>(words);
  return withPredicate(z.enum(words), (value) => known.has(value));
}

/** Whatever an agent gave: kept as it is, read with care. */
export const anything = withPredicate(z.unknown(), () => true);

export function optional<S extends z.ZodType>(schema: S): z.ZodOptional<S> {
  const inner = predicateOf(schema);
  return withPredicate(schema.optional(), (value) => value === undefined || inner(value));
}

/** What went wrong: a code for programs, a sentence for people. */
export const failure = z.object({ code: id, message: text });
export type Failure = z.infer<typeof failure>;

/** Who did something: a person, a rule they made, or Polylog itself. */
export const actor = z.object({
  kind: z.enum(["user", "rule", "agent", "system"]),
  id: optional(id),
  name: optional(text),
});
export type Actor = z.infer<typeof actor>;

export const image = z.object({
  mediaType: id,
  data: optional(text),
  blobId: optional(id),
  name: optional(text),
});
export type Image = z.infer<typeof image>;
