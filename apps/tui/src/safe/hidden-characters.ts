import { exactParts } from "@polylog/core";
import type { Line, Span, Style } from "../text/style.ts";

/** A text exactly as it is: each hidden character by its code. Line breaks stay. */
export function exactSpans(text: string, style: Style, marked: Style): readonly Span[] {
  return exactParts(text).map((part) =>
    part.hidden === null ? { text: part.text, style } : { text: bracketed(part.hidden), style: marked },
  );
}

/** The same without looks. */
export function exactText(text: string): string {
  return exactParts(text)
    .map((part) => (part.hidden === null ? part.text : bracketed(part.hidden)))
    .join("");
}

/** The same for all texts of a value, so that whatever is drawn of it shows them. */
export function exactValue(value: unknown): unknown {
  if (typeof value === "string") return exactText(value);
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(exactValue);
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [exactText(key), exactValue(each)]));
}

/** Codes of hidden characters, made to stand out. */
export function markHidden(line: Line, marked: Style): Line {
  return line.flatMap(
    ({ text, style }): Line =>
      text.includes("⟨U+")
        ? text
            .split(/(⟨U\+[0-9A-F]{4,6}⟩)/)
            .filter((part) => part !== "")
            .map((part) => ({ text: part, style: part.startsWith("⟨U+") ? marked : style }))
        : [{ text, style }],
  );
}

function bracketed(name: string): string {
  return `⟨${name}⟩`;
}
