/**
 * Parses the front matter of a Markdown file: `key: value` lines between two lines of three dashes. It supports the
 * YAML that such files use: plain and quoted text, lists in brackets or with dashes, and multi-line text. Nested values
 * are skipped because only other programs' keys have them.
 */

export type FieldValue = string | readonly string[] | null;

export interface Field {
  readonly value: FieldValue;
  readonly line: number;
}

export type FrontMatter =
  | { readonly ok: true; readonly fields: ReadonlyMap<string, Field>; readonly body: string }
  | FrontMatterFault;

export interface FrontMatterFault {
  readonly ok: false;
  /** 1-based. */
  readonly line: number;
  readonly message: string;
}

/** Thrown and caught in this file only. */
class Fault extends Error {
  readonly line: number;
  constructor(line: number, message: string) {
    super(message);
    this.line = line;
  }
}

const dashes = /^---[ \t]*$/;
const keyLine = /^([A-Za-z_][\w.-]*):(?:[ \t]+(.*)|)$/;
const nothing = /^[ \t]*(?:#.*)?$/;
const indented = /^[ \t]+\S/;
const item = /^[ \t]*-(?:[ \t]+(.*)|)$/;
const blockMark = /^[|>][+-]?[ \t]*(?:#.*)?$/;

/** Never throws: errors are returned with their line. A text without front matter is all body. */
export function readFrontMatter(text: string): FrontMatter {
  const lines = text.split(/\r?\n/);
  if (!dashes.test(lines[0] ?? "")) return { ok: true, fields: new Map(), body: text };
  const end = lines.findIndex((line, index) => index > 0 && dashes.test(line));
  if (end === -1) return { ok: false, line: 1, message: "the closing `---` line is missing" };
  try {
    const fields = readFields(lines.slice(0, end));
    return { ok: true, fields, body: lines.slice(end + 1).join("\n") };
  } catch (error) {
    if (error instanceof Fault) return { ok: false, line: error.line, message: error.message };
    throw error;
  }
}

function readFields(lines: readonly string[]): Map<string, Field> {
  const fields = new Map<string, Field>();
  for (let at = 1; at < lines.length; ) {
    const line = lines[at] as string;
    if (nothing.test(line)) {
      at++;
      continue;
    }
    const [, key, rest = ""] = keyLine.exec(line) ?? [];
    if (key === undefined) throw new Fault(at + 1, "expected `key: value`");
    if (fields.has(key)) throw new Fault(at + 1, `\`${key}\` is duplicated`);
    const end = endOfValue(lines, at + 1);
    fields.set(key, { value: readValue(rest.trim(), lines.slice(at + 1, end), at + 1), line: at + 1 });
    at = end;
  }
  return fields;
}

/** A value continues in lines that are indented or are list items. */
function endOfValue(lines: readonly string[], from: number): number {
  let end = from;
  for (let at = from; at < lines.length; at++) {
    const line = lines[at] as string;
    if (indented.test(line) || item.test(line)) end = at + 1;
    else if (!nothing.test(line)) break;
  }
  return end;
}

function readValue(first: string, rest: readonly string[], line: number): FieldValue {
  if (blockMark.test(first)) return blockText(rest, first.startsWith(">") ? " " : "\n");
  const more = rest.filter((text) => !nothing.test(text));
  if (nothing.test(first)) {
    if (more.length === 0) return "";
    return more.every((text) => item.test(text)) ? readItems(rest, line) : null;
  }
  if (first.startsWith("{")) return null;
  if (first.startsWith("[")) return readBrackets([first, ...more].join(" ").trim(), line);
  return readText([first, ...more.map((text) => text.trim())].join(" "), line);
}

function readItems(lines: readonly string[], before: number): string[] {
  return lines.flatMap((text, index) =>
    nothing.test(text) ? [] : [readText((item.exec(text)?.[1] ?? "").trim(), before + index + 1)],
  );
}

function blockText(lines: readonly string[], glue: string): string {
  const depth = /^[ \t]*/.exec(lines.find((line) => line.trim() !== "") ?? "")?.[0].length ?? 0;
  const plain = lines.map((line) => line.slice(Math.min(depth, line.search(/\S|$/))));
  return plain.join(glue).trim();
}

function readText(text: string, line: number): string {
  if (!/^["']/.test(text)) return text.replace(/(^|[ \t])#.*$/, "").trim();
  const { value, end } = readQuoted(text, 0, line);
  if (!nothing.test(text.slice(end))) throw new Fault(line, "unexpected text after the closing quote");
  return value;
}

/** `[a, "b, c"]` */
function readBrackets(text: string, line: number): string[] {
  const items: string[] = [];
  let at = 1;
  const skip = () => {
    while (text[at] === " " || text[at] === "\t") at++;
  };
  for (;;) {
    skip();
    if (at >= text.length) throw new Fault(line, "the closing bracket of the list is missing");
    if (text[at] === "]") break;
    if (text[at] === '"' || text[at] === "'") {
      const { value, end } = readQuoted(text, at, line);
      items.push(value);
      at = end;
    } else {
      const start = at;
      while (at < text.length && text[at] !== "," && text[at] !== "]") at++;
      const value = text.slice(start, at).trim();
      if (value === "") throw new Fault(line, "the list has an empty item");
      items.push(value);
    }
    skip();
    if (text[at] === ",") at++;
    else if (text[at] !== "]") throw new Fault(line, "the closing bracket of the list is missing");
  }
  if (!nothing.test(text.slice(at + 1))) throw new Fault(line, "unexpected text after the closing bracket");
  return items;
}

const escapes: Readonly<Record<string, string>> = {
  n: "\n",
  t: "\t",
  r: "\r",
  '"': '"',
  "\\": "\\",
  "/": "/",
};

/** A quoted text that begins at a position, and its end. */
function readQuoted(text: string, from: number, line: number): { value: string; end: number } {
  const quote = text[from] as string;
  let value = "";
  for (let at = from + 1; at < text.length; at++) {
    const char = text[at] as string;
    if (char === quote && quote === "'" && text[at + 1] === "'") {
      value += text[at++];
    } else if (char === quote) {
      return { value, end: at + 1 };
    } else if (char === "\\" && quote === '"') {
      const escaped = escapes[text[++at] ?? ""];
      if (escaped === undefined) throw new Fault(line, `\`\\${text[at] ?? ""}\` is not a valid escape`);
      value += escaped;
    } else value += char;
  }
  throw new Fault(line, "the closing quote is missing");
}
