import type { Line, Span, Style } from "../text/style.ts";

/**
 * Characters that do something but show nothing: controls, directions of writing, joiners, spaces that look like other
 * ones. What a person is asked to allow must hold nothing that they cannot see.
 */
const ranges: readonly (readonly [from: number, to: number])[] = [
  [0x00, 0x08],
  [0x0b, 0x1f],
  [0x7f, 0xa0],
  [0xad, 0xad],
  [0x34f, 0x34f],
  [0x61c, 0x61c],
  [0x115f, 0x1160],
  [0x17b4, 0x17b5],
  [0x180b, 0x180f],
  [0x2000, 0x200f],
  [0x2028, 0x202f],
  [0x205f, 0x206f],
  [0x2800, 0x2800],
  [0x3000, 0x3000],
  [0x3164, 0x3164],
  [0xd800, 0xdfff],
  [0xfe00, 0xfe0f],
  [0xfeff, 0xfeff],
  [0xffa0, 0xffa0],
  [0xfff0, 0xffff],
  [0xe0000, 0xe0fff],
];

const escaped = (code: number) => `\\u{${code.toString(16)}}`;
const hidden = new RegExp(`[${ranges.map(([from, to]) => `${escaped(from)}-${escaped(to)}`).join("")}]`, "u");
const around = new RegExp(`(${hidden.source})`, "gu");

/** A text exactly as it is: each hidden character by its code. Line breaks stay. */
export function exactSpans(text: string, style: Style, marked: Style): readonly Span[] {
  if (!hidden.test(text)) return [{ text, style }];
  return text
    .split(around)
    .filter((part) => part !== "")
    .map((part) =>
      part.length <= 2 && hidden.test(part) ? { text: nameOf(part), style: marked } : { text: part, style },
    );
}

/** The same without looks. */
export function exactText(text: string): string {
  return text.replace(around, nameOf);
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

function nameOf(character: string): string {
  return `⟨U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}⟩`;
}
