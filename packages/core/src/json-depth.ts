import { limits } from "./limits.ts";

/**
 * Whether a JSON value nests too deeply to print or store: JSON.stringify recurses and would overflow the stack. This function
 * also recurses, but never past the limit.
 */
export function isTooDeep(value: unknown, most: number = limits.jsonDepth): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (most === 0) return true;
  if (Array.isArray(value)) return value.some((child) => isTooDeep(child, most - 1));
  for (const key in value) {
    const child = (value as Record<string, unknown>)[key];
    // Nearly every child is a plain value: checking its type first avoids most calls.
    if (typeof child === "object" && Object.hasOwn(value, key) && isTooDeep(child, most - 1)) return true;
  }
  return false;
}
