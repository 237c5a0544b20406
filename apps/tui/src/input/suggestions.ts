import { fuzzyFind } from "@polylog/core";
import { limits } from "../limits.ts";
import type { Editor } from "./editor.ts";
import { replaceRange } from "./editor.ts";

/** The word at the caret that can be completed. */
export interface Trigger {
  readonly kind: "command" | "file";
  readonly typed: string;
  readonly from: number;
  readonly to: number;
}

export interface Suggestion {
  readonly name: string;
  readonly detail: string;
  /** The text that replaces the typed word. */
  readonly insert: string;
}

export interface Suggestions {
  readonly trigger: Trigger;
  readonly items: readonly Suggestion[];
  readonly chosen: number;
}

export function triggerAt({ text, caret }: Editor): Trigger | null {
  const before = text.slice(0, caret);
  const command = /^\/([\w:.-]*)$/.exec(before);
  if (command !== null) return { kind: "command", typed: command[1] ?? "", from: 0, to: caret };
  const file = /(?:^|\s)@([^\s@]*)$/.exec(before);
  if (file === null) return null;
  const typed = file[1] ?? "";
  return { kind: "file", typed, from: caret - typed.length - 1, to: caret };
}

/** Null if nothing matches. */
export function suggest(trigger: Trigger, from: readonly Suggestion[]): Suggestions | null {
  const items = fuzzyFind(trigger.typed, from, ({ name }) => name.replace(/^[/@]/, "")).slice(
    0,
    limits.suggestions,
  );
  return items.length === 0 ? null : { trigger, items, chosen: 0 };
}

export function moveChoice(suggestions: Suggestions, by: 1 | -1): Suggestions {
  const { items, chosen } = suggestions;
  return { ...suggestions, chosen: (chosen + by + items.length) % items.length };
}

export function accept(editor: Editor, { trigger, items, chosen }: Suggestions): Editor {
  return replaceRange(editor, trigger.from, trigger.to, items[chosen]?.insert ?? "");
}
