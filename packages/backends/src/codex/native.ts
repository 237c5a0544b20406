import { isRecord } from "../connection/native-line.ts";

/**
 * The app-server's lines, read leniently: what is there is used, what is missing or of another kind is as if it were
 * not there. Nothing here throws.
 */
export type Native = Readonly<Record<string, unknown>>;

export function textOf(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}

/** A name that something is found by: never empty. */
export function nameOf(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}

export function recordOf(value: unknown): Native {
  return isRecord(value) ? value : {};
}

export function recordsOf(value: unknown): readonly Native[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

export function textsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === "string") : [];
}

/** A whole number from 0 up that the log can hold. */
export function countOf(value: unknown, most: number = Number.MAX_SAFE_INTEGER): number | null {
  return Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) <= most
    ? (value as number)
    : null;
}

/** The key of a union with one key, or the word itself: Codex writes `"other"` and `{"sandboxError": {…}}`. */
export function variantOf(value: unknown): string | null {
  return nameOf(value) ?? nameOf(Object.keys(recordOf(value))[0]);
}
