import { isRecordOf, isString, persistentStore } from "../../store/persistent-store.ts";

/** How long after the last key a draft is saved. */
const saveDelayMs = 400;

/** Unsent text by session. */
const drafts = persistentStore<Readonly<Record<string, string>>>("drafts", {}, isRecordOf(isString));
/** Not stored yet, because storage is slow and must not delay typing. */
const unsaved = new Map<string, string>();
let timer: ReturnType<typeof setTimeout> | undefined;

window.addEventListener("pagehide", save);

export function draftOf(name: string): string {
  return unsaved.get(name) ?? drafts.get()[name] ?? "";
}

export function keepDraft(name: string, text: string): void {
  unsaved.set(name, text);
  clearTimeout(timer);
  timer = setTimeout(save, saveDelayMs);
}

function save(): void {
  clearTimeout(timer);
  if (unsaved.size === 0) return;
  const all = { ...drafts.get(), ...Object.fromEntries(unsaved) };
  unsaved.clear();
  drafts.set(Object.fromEntries(Object.entries(all).filter(([, text]) => text !== "")));
}
