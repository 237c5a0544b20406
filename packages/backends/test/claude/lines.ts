import type { Line } from "../../src/process/split-lines.ts";

export function lineOf(value: unknown): Line {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return { text, bytes: Buffer.byteLength(text), truncated: false };
}
