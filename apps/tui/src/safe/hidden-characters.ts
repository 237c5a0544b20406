import { exactParts, exactText, hiddenLabel } from "@polylog/core";
import type { Line, Span, Style } from "../text/style.ts";

/** The exact text, with each hidden character shown by its code and name. Line breaks stay. */
export function exactSpans(text: string, style: Style, marked: Style): readonly Span[] {
  return exactParts(text).map((part) =>
    part.hidden === null ? { text: part.text, style } : { text: hiddenLabel(part), style: marked },
  );
}

/** Does the same without styles for all texts in a value. */
export function exactValue(value: unknown): unknown {
  if (typeof value === "string") return exactText(value);
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(exactValue);
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [exactText(key), exactValue(each)]));
}

const label = /(⟨U\+[0-9A-F]{4,6}(?: [^⟨⟩]*)?⟩)/;

/** Highlights the names of hidden characters. */
export function markHidden(line: Line, marked: Style): Line {
  return line.flatMap(
    ({ text, style }): Line =>
      text.includes("⟨U+")
        ? text
            .split(label)
            .filter((part) => part !== "")
            .map((part) => ({ text: part, style: part.startsWith("⟨U+") ? marked : style }))
        : [{ text, style }],
  );
}
