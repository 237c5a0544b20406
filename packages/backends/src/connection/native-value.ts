import { isRecord } from "./native-line.ts";

/**
 * Lenient readers for values from programs: valid fields are used, missing and invalid fields count as absent. Nothing
 * here throws.
 */
export type Native = Readonly<Record<string, unknown>>;

export function textOf(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}

/** A name used as a key, which must not be empty. */
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

export function namesOf(value: unknown): readonly string[] {
  return textsOf(value).filter((item) => item !== "");
}

/** A non-negative integer that the log can store. */
export function countOf(value: unknown, most: number = Number.MAX_SAFE_INTEGER): number | null {
  return Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) <= most
    ? (value as number)
    : null;
}

/** Rounds a number such as milliseconds, which may have a fraction. */
export function roundedOf(value: unknown): number | null {
  return typeof value === "number" ? countOf(Math.round(value)) : null;
}

/** The text of a message's or a result's content, which is a string or a list of parts. */
export function contentText(content: unknown): string {
  if (typeof content === "string") return content;
  return recordsOf(content)
    .flatMap((part) => (part.type === "text" ? (textOf(part.text) ?? []) : []))
    .join("\n");
}
