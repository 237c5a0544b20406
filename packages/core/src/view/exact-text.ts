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

/** A piece of a text. A hidden character is a piece of its own, with the name it is shown by: `U+202E`. */
export interface ExactPart {
  readonly text: string;
  readonly hidden: string | null;
}

/** A text in pieces, nothing left out. Tabs and line breaks are not hidden. */
export function exactParts(text: string): readonly ExactPart[] {
  if (!hasHidden(text)) return [{ text, hidden: null }];
  return text
    .split(around)
    .map((part, at) => ({ text: part, hidden: at % 2 === 0 ? null : nameOf(part) }))
    .filter((part) => part.text !== "");
}

export function hasHidden(text: string): boolean {
  return hidden.test(text);
}

function nameOf(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
}
