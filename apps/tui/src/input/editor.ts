import { cleanText } from "../safe/clean-text.ts";
import type { Key } from "../terminal/keys.ts";
import { graphemes } from "../text/width.ts";

/** A text being edited, and the caret in it. */
export interface Editor {
  readonly text: string;
  readonly caret: number;
  /** The text that was cut last, for Ctrl+Y. */
  readonly killed: string;
}

export const emptyEditor: Editor = { text: "", caret: 0, killed: "" };

export function editorWith(text: string): Editor {
  return { text, caret: text.length, killed: "" };
}

export function insert(editor: Editor, typed: string): Editor {
  const text = cleanText(typed);
  const { caret } = editor;
  return {
    ...editor,
    text: editor.text.slice(0, caret) + text + editor.text.slice(caret),
    caret: caret + text.length,
  };
}

export function replaceRange(editor: Editor, from: number, to: number, by: string): Editor {
  return {
    ...editor,
    text: editor.text.slice(0, from) + by + editor.text.slice(to),
    caret: from + by.length,
  };
}

/** Applies a key to the text; null if the key has no meaning here. */
export function edit(editor: Editor, key: Key): Editor | null {
  const name = `${key.ctrl ? "ctrl+" : ""}${key.alt ? "alt+" : ""}${key.name}`;
  return edits[name]?.(editor) ?? null;
}

const edits: Readonly<Record<string, (editor: Editor) => Editor>> = {
  left: (editor) => ({ ...editor, caret: before(editor) }),
  right: (editor) => ({ ...editor, caret: after(editor) }),
  "ctrl+b": (editor) => ({ ...editor, caret: before(editor) }),
  "ctrl+f": (editor) => ({ ...editor, caret: after(editor) }),
  "ctrl+left": (editor) => ({ ...editor, caret: wordStart(editor) }),
  "alt+left": (editor) => ({ ...editor, caret: wordStart(editor) }),
  "alt+b": (editor) => ({ ...editor, caret: wordStart(editor) }),
  "ctrl+right": (editor) => ({ ...editor, caret: wordEnd(editor) }),
  "alt+right": (editor) => ({ ...editor, caret: wordEnd(editor) }),
  "alt+f": (editor) => ({ ...editor, caret: wordEnd(editor) }),
  home: (editor) => ({ ...editor, caret: lineStart(editor) }),
  "ctrl+a": (editor) => ({ ...editor, caret: lineStart(editor) }),
  end: (editor) => ({ ...editor, caret: lineEnd(editor) }),
  "ctrl+e": (editor) => ({ ...editor, caret: lineEnd(editor) }),
  backspace: (editor) => remove(editor, before(editor), editor.caret),
  "ctrl+h": (editor) => remove(editor, before(editor), editor.caret),
  delete: (editor) => remove(editor, editor.caret, after(editor)),
  "ctrl+d": (editor) => remove(editor, editor.caret, after(editor)),
  "ctrl+w": (editor) => cut(editor, wordStart(editor), editor.caret),
  "alt+backspace": (editor) => cut(editor, wordStart(editor), editor.caret),
  "ctrl+backspace": (editor) => cut(editor, wordStart(editor), editor.caret),
  "alt+d": (editor) => cut(editor, editor.caret, wordEnd(editor)),
  "ctrl+u": (editor) => cut(editor, lineStart(editor), editor.caret),
  "ctrl+k": (editor) => cut(editor, editor.caret, lineEnd(editor)),
  "ctrl+y": (editor) => insert(editor, editor.killed),
};

function remove(editor: Editor, from: number, to: number): Editor {
  return { ...editor, text: editor.text.slice(0, from) + editor.text.slice(to), caret: from };
}

function cut(editor: Editor, from: number, to: number): Editor {
  return from === to ? editor : { ...remove(editor, from, to), killed: editor.text.slice(from, to) };
}

function before({ text, caret }: Editor): number {
  return caret - (graphemes(text.slice(Math.max(0, caret - 40), caret)).at(-1)?.length ?? 0);
}

function after({ text, caret }: Editor): number {
  return caret + (graphemes(text.slice(caret, caret + 40))[0]?.length ?? 0);
}

function wordStart({ text, caret }: Editor): number {
  return caret - (/[^\s]*\s*$/.exec(text.slice(0, caret))?.[0].length ?? 0);
}

function wordEnd({ text, caret }: Editor): number {
  return caret + (/^\s*[^\s]*/.exec(text.slice(caret))?.[0].length ?? 0);
}

function lineStart({ text, caret }: Editor): number {
  return text.lastIndexOf("\n", caret - 1) + 1;
}

function lineEnd({ text, caret }: Editor): number {
  const end = text.indexOf("\n", caret);
  return end === -1 ? text.length : end;
}
