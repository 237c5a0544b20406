import { isRecordOf, isString, stored } from "../data/stored.ts";

/** What was begun and not sent, by session. */
const drafts = stored<Readonly<Record<string, string>>>("drafts", {}, isRecordOf(isString));

export function draftOf(name: string): string {
  return drafts.get()[name] ?? "";
}

export function keepDraft(name: string, text: string): void {
  const { [name]: _, ...others } = drafts.get();
  drafts.set(text === "" ? others : { ...others, [name]: text });
}
