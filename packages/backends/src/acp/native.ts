import { isRecord } from "../connection/native-line.ts";

/**
 * What an agent says, read leniently: what is there is used, what is missing or of another kind is as if it were not
 * there. Agents differ more than the protocol allows, and none of them may break a session.
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

/** A whole number from 0 up that the log can hold. */
export function countOf(value: unknown, most: number = Number.MAX_SAFE_INTEGER): number | null {
  return Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) <= most
    ? (value as number)
    : null;
}
