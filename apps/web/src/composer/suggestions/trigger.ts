/** The text at the caret that suggestions complete. */
export interface Trigger {
  readonly kind: "command" | "file" | "history";
  readonly typed: string;
  /** The range that a suggestion replaces. */
  readonly from: number;
  readonly to: number;
}

export function triggerAt(text: string, caret: number): Trigger | null {
  const before = text.slice(0, caret);
  const command = /^\/([\w:.-]*)$/.exec(before);
  if (command !== null) return { kind: "command", typed: command[1] ?? "", from: 0, to: caret };
  const file = /(?:^|\s)@([^\s@]*)$/.exec(before);
  if (file === null) return null;
  const typed = file[1] ?? "";
  return { kind: "file", typed, from: caret - typed.length - 1, to: caret };
}

export function replaceTrigger(
  text: string,
  { from, to }: Trigger,
  by: string,
): { readonly text: string; readonly caret: number } {
  return { text: text.slice(0, from) + by + text.slice(to), caret: from + by.length };
}
