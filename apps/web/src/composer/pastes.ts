import { limits } from "./limits.ts";

/** Large pastes stand in the field as one line each, and are put back when the message is sent. */
export type Pastes = ReadonlyMap<string, string>;

export function isLarge(text: string): boolean {
  return (
    text.length > limits.pasteChars || text.split("\n", limits.pasteLines + 1).length > limits.pasteLines
  );
}

/** A name for a paste, unlike any other in the field. */
export function pasteName(text: string, pastes: Pastes): string {
  const lines = text.split("\n").length;
  const size = lines > 1 ? `${lines} lines` : `${text.length} characters`;
  return `[Pasted text #${pastes.size + 1}: ${size}]`;
}

export function expandPastes(text: string, pastes: Pastes): string {
  let whole = text;
  for (const [name, content] of pastes) whole = whole.replaceAll(name, () => content);
  return whole;
}
