import type { z } from "zod";
import { wireName } from "./wire-names.ts";

/**
 * The conversion between code and wire: a field that is `sessionId` in a schema is `session_id` in JSON. Schemas use the names
 * of the code; `encode` and `decode` walk them and rename the fields of their objects. Keys of records and everything inside
 * `unknown` are data and are never renamed.
 */

type Rename = (value: unknown) => unknown;
type Direction = "encode" | "decode";
type Schema = z.core.$ZodType;

const unchanged: Rename = (value) => value;
const verbatims = new WeakSet<Schema>();
const renames = { encode: new WeakMap<Schema, Rename>(), decode: new WeakMap<Schema, Rename>() };

/** Marks an object whose names are the same on the wire. Apply it last: `.describe()` and similar methods create a new schema. */
export function verbatim<S extends Schema>(schema: S): S {
  verbatims.add(schema);
  return schema;
}

export function isVerbatim(schema: Schema): boolean {
  return verbatims.has(schema);
}

/** Converts from code to wire. Only fields that the schema names are kept, so a response never shows more than its contract. */
export function encode(schema: Schema, value: unknown): unknown {
  return renameOf(schema, "encode")(value);
}

/**
 * Converts from wire to code without checking: a value that does not match the schema is left unchanged, for the schema to
 * reject.
 */
export function decode<S extends Schema>(schema: S, value: unknown): Data<S> {
  return renameOf(schema, "decode")(value) as Data<S>;
}

/** The wire names of a schema's own fields; null if it is not an object. */
export function wireFields(schema: Schema): readonly string[] | null {
  const { schema: inner, def } = definitionOf(schema);
  return def.type === "object" ? Object.keys(def.shape).map(wireNameIn(inner)) : null;
}

/** The path of a schema's issue, in wire names. */
export function wirePath(schema: Schema, path: readonly PropertyKey[]): readonly string[] {
  const [key, ...rest] = path;
  if (key === undefined) return [];
  const inner = childOf(schema, String(key));
  const name = inner?.isField === true ? wireNameIn(inner.owner)(String(key)) : String(key);
  return [name, ...(inner === null ? rest.map(String) : wirePath(inner.schema, rest))];
}

/** A schema's structure, in the names of the code. It is never changed. */
export type Data<S extends Schema> = Immutable<z.output<S>>;

export type Immutable<T> = unknown extends T
  ? T
  : T extends string | number | boolean | bigint | symbol | null | undefined
    ? T
    : { readonly [Key in keyof T]: Immutable<T[Key]> };

interface Definition {
  readonly type: string;
  readonly innerType?: Schema;
  readonly in?: Schema;
}

type Described =
  | { readonly type: "object"; readonly shape: Readonly<Record<string, Schema>>; readonly catchall?: Schema }
  | { readonly type: "array"; readonly element: Schema }
  | { readonly type: "record"; readonly valueType: Schema }
  | { readonly type: "union"; readonly options: readonly Schema[] }
  | { readonly type: "intersection"; readonly left: Schema; readonly right: Schema }
  | { readonly type: "value" };

/** A schema without its wrappers: optional, nullable, default, readonly, and the input side of a transform. */
function definitionOf(schema: Schema): { readonly schema: Schema; readonly def: Described } {
  const def = schema._zod.def as unknown as Definition;
  switch (def.type) {
    case "optional":
    case "nullable":
    case "default":
    case "readonly":
      return definitionOf(def.innerType as Schema);
    case "pipe":
      return definitionOf(def.in as Schema);
    case "object":
    case "array":
    case "record":
    case "union":
    case "intersection":
      return { schema, def: def as unknown as Described };
    default:
      return { schema, def: { type: "value" } };
  }
}

function wireNameIn(schema: Schema): (name: string) => string {
  return verbatims.has(schema) ? (name) => name : wireName;
}

function renameOf(schema: Schema, direction: Direction): Rename {
  const known = renames[direction].get(schema);
  if (known !== undefined) return known;
  const made = verbatims.has(schema) ? unchanged : make(schema, direction);
  renames[direction].set(schema, made);
  return made;
}

function make(wrapped: Schema, direction: Direction): Rename {
  const { schema, def } = definitionOf(wrapped);
  if (verbatims.has(schema)) return unchanged;
  switch (def.type) {
    case "object":
      return direction === "encode" ? encodeFields(def) : decodeFields(def);
    case "array": {
      const each = renameOf(def.element, direction);
      return (value) => (each !== unchanged && Array.isArray(value) ? value.map(each) : value);
    }
    case "record": {
      const each = renameOf(def.valueType, direction);
      return (value) => (each !== unchanged && isFields(value) ? mapValues(value, each) : value);
    }
    case "union":
      return (value) => {
        const option = optionFor(def.options, value, direction);
        return option === undefined ? value : renameOf(option, direction)(value);
      };
    case "intersection": {
      const [left, right] = [renameOf(def.left, direction), renameOf(def.right, direction)];
      return (value) =>
        direction === "encode" && isFields(value)
          ? { ...(left(value) as object), ...(right(value) as object) }
          : right(left(value));
    }
    default:
      return unchanged;
  }
}

type ObjectDef = Extract<Described, { readonly type: "object" }>;

function encodeFields({ shape, catchall }: ObjectDef): Rename {
  const fields = Object.entries(shape).map(
    ([name, schema]) => [name, wireName(name), renameOf(schema, "encode")] as const,
  );
  return (value) => {
    if (!isFields(value)) return value;
    const wire: Record<string, unknown> = {};
    for (const [name, onWire, rename] of fields) {
      const field = value[name];
      if (field !== undefined) wire[onWire] = rename(field);
    }
    if (catchall?._zod.def.type !== "unknown") return wire;
    const others = Object.entries(value).filter(([name]) => !Object.hasOwn(shape, name));
    return { ...wire, ...Object.fromEntries(others) };
  };
}

function decodeFields({ shape }: ObjectDef): Rename {
  const fields = new Map(
    Object.entries(shape).map(([name, schema]) => [
      wireName(name),
      [name, renameOf(schema, "decode")] as const,
    ]),
  );
  return (value) => {
    if (!isFields(value)) return value;
    const entries = Object.entries(value).flatMap(([onWire, field]) => {
      const known = fields.get(onWire);
      if (known !== undefined) return [[known[0], known[1](field)] as const];
      // Names of the code are not accepted on the wire.
      return Object.hasOwn(shape, onWire) ? [] : [[onWire, field] as const];
    });
    return Object.fromEntries(entries);
  };
}

/** The option that a value belongs to: one of the same kind and, among several objects, one that has all its fields. */
function optionFor(options: readonly Schema[], value: unknown, direction: Direction): Schema | undefined {
  const matching = options.filter((option) => {
    const { type } = definitionOf(option).def;
    if (Array.isArray(value)) return type === "array";
    return isFields(value) && (type === "object" || type === "record" || type === "intersection");
  });
  const knowsAll = matching.find((option) => {
    const { schema, def } = definitionOf(option);
    if (def.type !== "object" || !isFields(value)) return false;
    const toName = direction === "encode" ? (name: string) => name : wireNameIn(schema);
    const names = new Set(Object.keys(def.shape).map(toName));
    return Object.keys(value).every((name) => names.has(name));
  });
  return knowsAll ?? matching[0];
}

interface Child {
  readonly schema: Schema;
  readonly owner: Schema;
  readonly isField: boolean;
}

function childOf(wrapped: Schema, key: string): Child | null {
  const { schema, def } = definitionOf(wrapped);
  const other = (child: Schema): Child => ({ schema: child, owner: schema, isField: false });
  switch (def.type) {
    case "object": {
      const child = Object.hasOwn(def.shape, key) ? def.shape[key] : undefined;
      return child === undefined ? null : { schema: child, owner: schema, isField: true };
    }
    case "array":
      return other(def.element);
    case "record":
      return other(def.valueType);
    case "union":
      return firstOf(def.options, key);
    case "intersection":
      return firstOf([def.left, def.right], key);
    default:
      return null;
  }
}

function firstOf(schemas: readonly Schema[], key: string): Child | null {
  return schemas.map((schema) => childOf(schema, key)).find((child) => child !== null) ?? null;
}

function isFields(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function mapValues(value: Readonly<Record<string, unknown>>, each: Rename): object {
  return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, each(field)]));
}
