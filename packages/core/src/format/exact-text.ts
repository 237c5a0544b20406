import { hiddenName } from "./hidden-names.ts";

/**
 * Characters that have an effect but are invisible: controls, bidirectional marks, joiners, tags, spaces that look like other
 * spaces, and unassigned characters. A permission request must contain nothing that a person cannot see.
 */
const classes = [
  ...["Cc", "Cf", "Zl", "Zp", "Zs", "Co", "Cs", "Cn", "Default_Ignorable_Code_Point"].map(
    (name) => `\\p{${name}}`,
  ),
  // Letters and symbols that render as nothing: blanks and fillers, and replacements for lost content.
  ...["\\u2800", "\\u{13441}\\u{13442}", "\\u{1d159}", "\\ufffc\\ufffd"],
].join("");
const source = `(?![\\t\\n ])[${classes}]`;
const hidden = new RegExp(source, "u");
const around = new RegExp(`(${source})`, "gu");

/** A piece of a text. A hidden character is a separate piece, with the code and name it is shown by. */
export interface ExactPart {
  readonly text: string;
  /** `U+202E`; null for visible text. */
  readonly hidden: string | null;
  /** `right-to-left override`; null for visible text and for characters without a known name. */
  readonly name: string | null;
}

/** A complete text in pieces. Tabs and line breaks are not hidden. */
export function exactParts(text: string): readonly ExactPart[] {
  if (!hasHidden(text)) return [{ text, hidden: null, name: null }];
  return text
    .split(around)
    .map((part, at) => (at % 2 === 0 ? { text: part, hidden: null, name: null } : hiddenPart(part)))
    .filter((part) => part.text !== "");
}

export function hasHidden(text: string): boolean {
  return hidden.test(text);
}

/** The same as plain text: `rm ⟨U+202E right-to-left override⟩-rf`. */
export function exactText(text: string): string {
  return exactParts(text)
    .map((part) => (part.hidden === null ? part.text : hiddenLabel(part)))
    .join("");
}

export function hiddenPart(character: string): ExactPart {
  return { text: character, hidden: codeOf(character), name: hiddenName(character.codePointAt(0) ?? 0) };
}

/** A hidden character as text: its code and, if it has one, its name. */
export function hiddenLabel({ hidden: code, name }: ExactPart): string {
  return `⟨${[code, name].filter((word) => word !== null).join(" ")}⟩`;
}

function codeOf(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
}
