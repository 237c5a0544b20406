import type { ToolCallEntry } from "../../events/tool.ts";
import { isTooDeep } from "../../json-depth.ts";
import { partialFields } from "./partial-json.ts";

/** A call's input. It is JSON of any shape: each field is checked before use. */

export type Fields = Readonly<Record<string, unknown>>;

const none: Fields = Object.freeze(Object.create(null));
/** The maximum characters of streaming input, and list items, that a card reads. */
const mostText = 1_000_000;
const mostItems = 500;

/** Caches parsed streaming input: a card reads it several times, and it may be long. */
const known = new WeakMap<ToolCallEntry, Fields>();

/** The call's input; while it streams, the fields that have arrived. */
export function inputOf(call: ToolCallEntry): Fields {
  const text = inputTextOf(call);
  if (text === null) return fieldsOf(call.input);
  const fields = known.get(call) ?? fieldsIn(text);
  known.set(call, fields);
  return fields;
}

/** Input that is not an object (yet): the text of a custom tool, or incomplete JSON. */
export function inputTextOf(call: ToolCallEntry): string | null {
  if (typeof call.input === "string") return call.input;
  return call.input === null && call.inputText.length > 0 ? call.inputText.toString() : null;
}

function fieldsIn(text: string): Fields {
  const head = text.slice(0, mostText);
  return jsonFields(head) ?? partialFields(head);
}

/** Parses a text as a JSON object; null if it is not one. */
export function jsonFields(text: string): Fields | null {
  const value = jsonIn(text);
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : null;
}

/** Parses a text as a JSON object or array, unless it is too large or too deep. */
export function jsonIn(text: string): unknown {
  if (text.length > mostText || !/^\s*[[{]/.test(text.slice(0, 100))) return undefined;
  if (!/[\]}]\s*$/.test(text.slice(-100))) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return isTooDeep(value) ? undefined : value;
  } catch {
    // Not JSON: the caller uses the text.
    return undefined;
  }
}

export function fieldsOf(value: unknown): Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : none;
}

function anyIn<T>(fields: Fields, names: readonly string[], is: (value: unknown) => value is T): T | null {
  for (const name of names) {
    const value = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (is(value)) return value;
  }
  return null;
}

/** The first of these fields that is a string, even an empty one. */
export function textIn(fields: Fields, ...names: readonly string[]): string | null {
  return anyIn(fields, names, (value) => typeof value === "string");
}

/** The first of these fields that is a non-empty string. */
export function nameIn(fields: Fields, ...names: readonly string[]): string | null {
  return anyIn(fields, names, (value): value is string => typeof value === "string" && value.trim() !== "");
}

export function countIn(fields: Fields, ...names: readonly string[]): number | null {
  return anyIn(fields, names, (value): value is number => Number.isSafeInteger(value) && Number(value) >= 0);
}

export function flagIn(fields: Fields, ...names: readonly string[]): boolean {
  return anyIn(fields, names, (value) => typeof value === "boolean") ?? false;
}

export function listIn(fields: Fields, ...names: readonly string[]): readonly unknown[] {
  return anyIn(fields, names, Array.isArray)?.slice(0, mostItems) ?? [];
}

export function objectIn(fields: Fields, ...names: readonly string[]): Fields {
  return anyIn(fields, names, (value): value is Fields => fieldsOf(value) !== none) ?? none;
}

/** The names that agents use for the field with a file's path. */
export const pathNames = [
  ...["file_path", "filePath", "path", "filepath", "absolute_path"],
  ...["notebook_path", "target_file", "filename", "file"],
];

/** The file that a call is about. */
export function pathOf(call: ToolCallEntry): string | null {
  const named = nameIn(inputOf(call), ...pathNames);
  return named ?? call.locations[0]?.path ?? call.content.find((item) => item.type === "diff")?.path ?? null;
}
