import { hiddenName } from "./hidden-names.ts";

/**
 * Characters that do something but show nothing: controls, directions of writing, joiners, tags, spaces that look like
 * other ones, and what no font has. What a person is asked to allow must hold nothing that they cannot see.
 */
const classes = [
  ...["Cc", "Cf", "Zl", "Zp", "Zs", "Co", "Cs", "Cn", "Default_Ignorable_Code_Point"].map(
    (name) => `\\p{${name}}`,
  ),
  // Letters and symbols that are drawn as nothing: blanks and fillers, and what stands for something that is lost.
  ...["\\u2800", "\\u{13441}\\u{13442}", "\\u{1d159}", "\\ufffc\\ufffd"],
].join("");
const source = `(?![\\t\\n ])[${classes}]`;
const hidden = new RegExp(source, "u");
const around = new RegExp(`(${source})`, "gu");

/** A piece of a text. A hidden character is a piece of its own, with the code and the name it is shown by. */
export interface ExactPart {
  readonly text: string;
  /** `U+202E`; null for what is seen. */
  readonly hidden: string | null;
  /** `right-to-left override`; null for what is seen, and for what has no name of its own. */
  readonly name: string | null;
}

/** A text in pieces, nothing left out. Tabs and line breaks are not hidden. */
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

/** A hidden character as it is written: its code and, where it has one, its name. */
export function hiddenLabel({ hidden: code, name }: ExactPart): string {
  return `⟨${[code, name].filter((word) => word !== null).join(" ")}⟩`;
}

function codeOf(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
}
