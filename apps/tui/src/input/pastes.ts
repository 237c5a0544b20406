import { limits } from "../limits.ts";

/** Large pastes stand in the field as one word each, and are put back when the message is sent. */
export type Pastes = ReadonlyMap<string, string>;

export function isLarge(text: string): boolean {
  return (
    text.length > limits.pasteChars || text.split("\n", limits.pasteLines + 1).length > limits.pasteLines
  );
}

export function foldPaste(text: string, pastes: Pastes): { readonly name: string; readonly pastes: Pastes } {
  const name = `[Pasted text #${pastes.size + 1} +${text.split("\n").length} lines]`;
  return { name, pastes: new Map([...pastes, [name, text]]) };
}

export function expandPastes(text: string, pastes: Pastes): string {
  let whole = text;
  for (const [name, content] of pastes) whole = whole.replaceAll(name, () => content);
  return whole;
}
