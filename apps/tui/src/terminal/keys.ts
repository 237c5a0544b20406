import { limits } from "../limits.ts";

/** Keyboard input as keys. */
export interface Key {
  /** `a`, `enter`, `up`, `f1` … For a typed character, the character itself. */
  readonly name: string;
  readonly ctrl: boolean;
  readonly alt: boolean;
  readonly shift: boolean;
}

/** A key without modifiers. */
export function plainKey(name: string): Key {
  return { name, ctrl: false, alt: false, shift: false };
}

export type TerminalInput =
  | { readonly kind: "key"; readonly key: Key }
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "paste"; readonly text: string }
  /** A whole line, from a terminal that edits lines itself. */
  | { readonly kind: "line"; readonly text: string }
  /** The input was closed. */
  | { readonly kind: "end" }
  | { readonly kind: "focus"; readonly focused: boolean }
  /** The terminal's answer to a query: an OSC sequence or a report. */
  | { readonly kind: "answer"; readonly text: string };

const pasteStart = "\x1b[200~";
const pasteEnd = "\x1b[201~";

const finals: Readonly<Record<string, string>> = {
  A: "up",
  B: "down",
  C: "right",
  D: "left",
  E: "begin",
  F: "end",
  H: "home",
  P: "f1",
  Q: "f2",
  R: "f3",
  S: "f4",
};

const tildes: Readonly<Record<number, string>> = {
  1: "home",
  2: "insert",
  3: "delete",
  4: "end",
  5: "pageup",
  6: "pagedown",
  7: "home",
  8: "end",
  15: "f5",
};

const codes: Readonly<Record<number, string>> = {
  8: "backspace",
  9: "tab",
  13: "enter",
  27: "escape",
  127: "backspace",
  57414: "enter",
};

/** Reads a terminal's characters. A sequence may arrive in pieces; a paste is one key. */
export class KeyReader {
  private readonly emit: (input: TerminalInput) => void;
  private buffer = "";
  private paste: string | null = null;
  private timer: NodeJS.Timeout | null = null;

  constructor(emit: (input: TerminalInput) => void) {
    this.emit = emit;
  }

  push(chunk: string): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
    this.buffer += chunk;
    this.read();
    // A lone Esc is a key unless more characters follow immediately.
    if (this.buffer !== "" && this.paste === null)
      this.timer = setTimeout(() => this.flush(), limits.escapeMs);
  }

  /** No more input will follow. */
  flush(): void {
    this.timer = null;
    const { buffer } = this;
    this.buffer = "";
    if (buffer.startsWith("\x1b") && buffer.length > 1 && !"[]OP".includes(buffer[1] ?? "")) {
      this.key("escape");
      this.push(buffer.slice(1));
    } else if (buffer !== "") this.key("escape");
  }

  private read(): void {
    while (this.buffer !== "") {
      if (this.paste !== null && !this.readPaste()) return;
      if (this.buffer === "") return;
      const length = this.buffer.startsWith("\x1b") ? this.readEscape() : this.readText();
      if (length === 0) return;
      this.buffer = this.buffer.slice(length);
    }
  }

  /** False until the end of the paste arrives. */
  private readPaste(): boolean {
    const whole = (this.paste ?? "") + this.buffer;
    const end = whole.indexOf(pasteEnd);
    if (end === -1) {
      this.paste = whole;
      this.buffer = "";
      return false;
    }
    this.emit({ kind: "paste", text: whole.slice(0, end).replace(/\r\n?/g, "\n") });
    this.paste = null;
    this.buffer = whole.slice(end + pasteEnd.length);
    return true;
  }

  /** The length of the first sequence; 0 if it is incomplete. */
  private readEscape(): number {
    const { buffer } = this;
    if (buffer.startsWith(pasteStart)) {
      this.paste = "";
      return pasteStart.length;
    }
    // biome-ignore-start lint/suspicious/noControlCharactersInRegex: it matches escape sequences.
    const string = /^\x1b[\]P_^X]([^\x07\x1b]*)(\x07|\x1b\\)/.exec(buffer);
    if (string !== null) {
      this.emit({ kind: "answer", text: string[1] ?? "" });
      return string[0].length;
    }
    if (/^\x1b[\]P_^X]/.test(buffer)) return buffer.length > 4096 ? buffer.length : 0;
    const csi = /^\x1b\[([0-?]*)[ -/]*([@-~])/.exec(buffer);
    if (csi !== null) {
      this.sequence(csi[1] ?? "", csi[2] ?? "");
      return csi[0].length;
    }
    if (/^\x1b\[[0-?]*[ -/]*$/.test(buffer)) return 0;
    const single = /^\x1bO([A-Z])/.exec(buffer);
    if (single !== null) {
      const name = finals[single[1] ?? ""];
      if (name !== undefined) this.key(name);
      return single[0].length;
    }
    // biome-ignore-end lint/suspicious/noControlCharactersInRegex: it matches escape sequences.
    if (buffer === "\x1b" || buffer === "\x1bO") return 0;
    if (buffer[1] === "\x1b") {
      this.key("escape");
      return 1;
    }
    const [character = ""] = buffer.slice(1);
    this.character(character, true);
    return 1 + character.length;
  }

  private sequence(parameters: string, final: string): void {
    if (final === "I" || final === "O") return this.emit({ kind: "focus", focused: final === "I" });
    if (/^[?>=]/.test(parameters)) return this.emit({ kind: "answer", text: `${parameters}${final}` });
    const [first = "", second = ""] = parameters.split(";");
    const [code = 0] = first.split(":").map(Number);
    const [modifier = 1, type = 1] = second === "" ? [] : second.split(":").map(Number);
    // Key releases are ignored.
    if (type === 3) return;
    const bits = modifier - 1;
    const keys = { shift: (bits & 1) !== 0, alt: (bits & 2) !== 0, ctrl: (bits & 4) !== 0 };
    if (final === "Z") return this.key("tab", { ...keys, shift: true });
    if (final === "u") return this.coded(code, keys);
    if (final === "~" && code === 27) return this.coded(Number(parameters.split(";")[2] ?? 0), keys);
    const name = final === "~" ? tildes[code] : finals[final];
    if (name !== undefined) this.key(name, keys);
  }

  private coded(code: number, keys: Omit<Key, "name">): void {
    const known = codes[code];
    if (known !== undefined) return this.key(known, keys);
    if (code < 32 || (code >= 57_344 && code <= 63_743)) return;
    const character = String.fromCodePoint(code);
    if (keys.ctrl || keys.alt) return this.key(character.toLowerCase(), keys);
    this.emit({ kind: "text", text: keys.shift ? character.toUpperCase() : character });
  }

  private readText(): number {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: everything up to the next control is text.
    const text = /^[^\x00-\x1f\x7f]+/.exec(this.buffer)?.[0];
    if (text !== undefined) {
      this.emit({ kind: "text", text });
      return text.length;
    }
    this.character(this.buffer[0] ?? "", false);
    return 1;
  }

  /** A control character, or a character with Alt. */
  private character(character: string, alt: boolean): void {
    const code = character.codePointAt(0) ?? 0;
    const none = { ctrl: false, alt, shift: false };
    if (character === "\n") return this.key("j", { ...none, ctrl: true });
    if (code === 0) return this.key(" ", { ...none, ctrl: true });
    const known = codes[code];
    if (known !== undefined) return this.key(known, none);
    if (code < 27) return this.key(String.fromCharCode(code + 96), { ...none, ctrl: true });
    if (code < 32) return this.key(String.fromCharCode(code + 64).toLowerCase(), { ...none, ctrl: true });
    this.key(character.toLowerCase(), none);
  }

  private key(name: string, { ctrl = false, alt = false, shift = false }: Partial<Key> = {}): void {
    this.emit({ kind: "key", key: { name, ctrl, alt, shift } });
  }
}
