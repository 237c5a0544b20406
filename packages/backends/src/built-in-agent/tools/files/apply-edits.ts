export interface TextEdit {
  readonly oldText: string;
  readonly newText: string;
  readonly replaceAll: boolean;
}

export type EditedText =
  | { readonly ok: true; readonly text: string; readonly count: number }
  | { readonly ok: false; readonly code: "not_found" | "not_unique" | "no_change"; readonly message: string };

/** Applies the edits in order, each to the result of the previous one. Returns the text, or why an edit failed. */
export function applyEdits(text: string, edits: readonly TextEdit[]): EditedText {
  let current = text;
  let count = 0;
  for (const [index, edit] of edits.entries()) {
    const which = edits.length === 1 ? "" : `Edit ${index + 1} of ${edits.length}: `;
    const edited = applyEdit(current, edit);
    if (!edited.ok) return { ...edited, message: which + edited.message };
    current = edited.text;
    count += edited.count;
  }
  return { ok: true, text: current, count };
}

function applyEdit(text: string, { oldText, newText, replaceAll }: TextEdit): EditedText {
  if (oldText === newText) {
    return { ok: false, code: "no_change", message: "old_string and new_string are the same." };
  }
  const count = oldText === "" ? 0 : text.split(oldText).length - 1;
  if (count === 0) {
    return {
      ok: false,
      code: "not_found",
      message: `old_string was not found. Read the file again.${hint(text)}`,
    };
  }
  if (count > 1 && !replaceAll) {
    return {
      ok: false,
      code: "not_unique",
      message: `old_string occurs ${count} times. Include more of the surrounding lines, or set replace_all.`,
    };
  }
  return { ok: true, text: text.split(oldText).join(newText), count };
}

function hint(text: string): string {
  return text.includes("\r") ? " Its line endings are mixed: some are \\r\\n." : "";
}
