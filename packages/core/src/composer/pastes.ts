/** A large paste is shown in the input field as one line. Its text is inserted when the message is sent. */
export type Pastes = ReadonlyMap<string, string>;

export function isLargePaste(
  text: string,
  { pasteChars, pasteLines }: { readonly pasteChars: number; readonly pasteLines: number },
): boolean {
  return text.length > pasteChars || text.split("\n", pasteLines + 1).length > pasteLines;
}

/** A name for a paste, unique in the field. */
export function pasteName(text: string, pastes: Pastes): string {
  const lines = text.split("\n").length;
  const size = lines > 1 ? `${lines} lines` : `${text.length} characters`;
  return `[Pasted text #${pastes.size + 1} +${size}]`;
}

export function expandPastes(text: string, pastes: Pastes): string {
  let whole = text;
  for (const [name, content] of pastes) whole = whole.replaceAll(name, () => content);
  return whole;
}
