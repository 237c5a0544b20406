import { limits as coreLimits, type EventBody } from "@polylog/core";
import { limits } from "../process/limits.ts";
import type { Line } from "../process/split-lines.ts";

/** A program's line as a JSON object. Null if it is not one, or nests too deeply to be stored. */
export function parseNativeLine({ text, truncated }: Line): Record<string, unknown> | null {
  if (truncated) return null;
  try {
    const value: unknown = JSON.parse(text);
    // Every level takes two characters, so a short line cannot nest too deeply.
    const mayBeDeep = text.length > 2 * coreLimits.jsonDepth;
    return isRecord(value) && !(mayBeDeep && nestsDeeper(value, coreLimits.jsonDepth)) ? value : null;
  } catch {
    // Not JSON: the caller keeps the line as backend_raw.
    return null;
  }
}

/** Keeps an unknown line, or its beginning. */
export function rawEvent({ text, bytes, truncated }: Line, agentId: string): EventBody {
  if (!truncated && text.length <= limits.rawChars) return { type: "backend_raw", line: text, agentId };
  const line = `${text.slice(0, limits.rawChars)}… (${bytes} bytes in total)`;
  return { type: "backend_raw", line, truncated: true, agentId };
}

/** The same for an event that is not valid at this point. */
export function misplacedEvent(event: EventBody): EventBody {
  const text = JSON.stringify(event);
  return rawEvent({ text, bytes: Buffer.byteLength(text), truncated: false }, event.agentId ?? "");
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function nestsDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  return levels === 0 || Object.values(value).some((child) => nestsDeeper(child, levels - 1));
}
