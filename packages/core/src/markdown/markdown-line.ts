/** Which block a line of Markdown can begin, by the rules of CommonMark. Each line is examined alone, once. */

export type LineStart =
  | { readonly kind: "blank" | "heading" | "rule" | "quote" | "text"; readonly indent: number }
  /** Deep enough for indented code, if no other block contains the line. */
  | { readonly kind: "code"; readonly indent: number }
  | FenceStart
  | ListStart
  | HtmlStart;

export interface FenceStart {
  readonly kind: "fence";
  readonly indent: number;
  /** Its fence character, and how many of them. */
  readonly mark: string;
  readonly length: number;
  readonly language: string | null;
}

export interface ListStart {
  readonly kind: "list";
  readonly indent: number;
  /** `-`, `*`, `+`, `.` or `)`: all items of a list use the same marker. */
  readonly marker: string;
  /** The column from which a line belongs to the item. */
  readonly offset: number;
  readonly interrupts: boolean;
}

export interface HtmlStart {
  readonly kind: "html";
  readonly indent: number;
  /** The content of its last line; null if a blank line ends it. */
  readonly until: RegExp | null;
  readonly interrupts: boolean;
}

const TAB = 4;

export function readStart(line: string): LineStart {
  const { indent, from } = indentOf(line);
  const rest = trimLine(line.slice(from));
  if (rest === "") return { kind: "blank", indent };
  if (indent >= 4) return { kind: "code", indent };
  return readMark(rest, indent) ?? { kind: "text", indent };
}

/** Whether a line ends the preceding paragraph without a blank line between them. */
export function interruptsParagraph(start: LineStart): boolean {
  switch (start.kind) {
    case "heading":
    case "rule":
    case "quote":
    case "fence":
      return true;
    case "list":
    case "html":
      return start.interrupts;
    default:
      return false;
  }
}

export function isFenceEnd(line: string, fence: Pick<FenceStart, "mark" | "length">): boolean {
  const { indent, from } = indentOf(line);
  if (indent >= 4 || line[from] !== fence.mark) return false;
  const rest = trimLine(line.slice(from));
  return rest.length >= fence.length && countOf(rest, fence.mark) === rest.length;
}

/** The line under a heading of `===` or `---`. */
export function isUnderline(line: string): boolean {
  return /^ {0,3}(?:=+|-+)[ \t\r]*\n?$/.test(line);
}

/** Whether a line below `header` makes both the beginning of a table. */
export function isTableRule(line: string, header: string): boolean {
  if (!/^ {0,3}\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t\r]*\n?$/.test(line)) return false;
  return header.includes("|") && cellCount(line) === cellCount(header);
}

function readMark(rest: string, indent: number): LineStart | null {
  switch (rest[0]) {
    case "#":
      return /^#{1,6}(?:[ \t]|$)/.test(rest) ? { kind: "heading", indent } : null;
    case ">":
      return { kind: "quote", indent };
    case "`":
    case "~":
      return readFence(rest, indent);
    case "<":
      return readHtml(rest, indent);
    case "*":
    case "-":
    case "_":
      if (isRule(rest)) return { kind: "rule", indent };
      return readItem(rest, indent);
    default:
      return readItem(rest, indent);
  }
}

function readFence(rest: string, indent: number): FenceStart | null {
  const mark = rest[0] as string;
  const length = countOf(rest, mark);
  if (length < 3) return null;
  const info = rest.slice(length);
  if (mark === "`" && info.includes("`")) return null;
  return { kind: "fence", indent, mark, length, language: /[^ \t]+/.exec(info)?.[0] ?? null };
}

function readItem(rest: string, indent: number): ListStart | null {
  const found = /^(?:[-*+]|(\d{1,9})[.)])(?=[ \t]|$)/.exec(rest);
  if (found === null) return null;
  const mark = found[0];
  const after = indentOf(rest.slice(mark.length), indent + mark.length);
  const isEmpty = after.from === rest.length - mark.length;
  const start = indent + mark.length;
  return {
    kind: "list",
    indent,
    marker: mark.at(-1) as string,
    offset: isEmpty || after.indent - start > TAB ? start + 1 : after.indent,
    interrupts: !isEmpty && (found[1] === undefined || Number(found[1]) === 1),
  };
}

function isRule(rest: string): boolean {
  const mark = rest[0] as string;
  let count = 0;
  for (const character of rest) {
    if (character === mark) count++;
    else if (character !== " " && character !== "\t") return false;
  }
  return count >= 3;
}

const htmlEnds: readonly (readonly [begins: RegExp, until: RegExp])[] = [
  [/^<(?:script|pre|style|textarea)(?:[\s>]|$)/i, /<\/(?:script|pre|style|textarea)>/i],
  [/^<!--/, /-->/],
  [/^<\?/, /\?>/],
  [/^<![a-z]/i, />/],
  [/^<!\[CDATA\[/, /\]\]>/],
];

const htmlBlocks = new Set(
  (
    "address article aside base basefont blockquote body caption center col colgroup dd details dialog dir div dl dt " +
    "fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hr html iframe legend li link " +
    "main menu menuitem nav noframes ol optgroup option p param search section summary table tbody td tfoot th thead " +
    "title tr track ul"
  ).split(" "),
);

function readHtml(rest: string, indent: number): HtmlStart | null {
  for (const [begins, until] of htmlEnds) {
    if (begins.test(rest)) return { kind: "html", indent, until, interrupts: true };
  }
  const name = /^<\/?([a-z][a-z0-9-]*)(?=[\s/>]|$)/i.exec(rest)?.[1];
  if (name === undefined) return null;
  if (htmlBlocks.has(name.toLowerCase())) return { kind: "html", indent, until: null, interrupts: true };
  // Any other tag that is alone on its line; it may not interrupt a paragraph.
  return /^<[^<>]*>[ \t]*$/.test(rest) ? { kind: "html", indent, until: null, interrupts: false } : null;
}

function cellCount(line: string): number {
  const row = trimLine(line.slice(indentOf(line).from));
  const inner = row.replace(/^\|/, "").replace(/(?<!\\)\|$/, "");
  return (inner.match(/(?<!\\)\|/g)?.length ?? 0) + 1;
}

function countOf(text: string, character: string): number {
  let count = 0;
  while (text[count] === character) count++;
  return count;
}

/** The column of the first character that is not a space, tabs counted to the next stop, and its index. */
function indentOf(line: string, column = 0): { readonly indent: number; readonly from: number } {
  let indent = column;
  let from = 0;
  for (; ; from++) {
    if (line[from] === " ") indent++;
    else if (line[from] === "\t") indent += TAB - (indent % TAB);
    else return { indent, from };
  }
}

/** Without the line ending and trailing spaces. */
function trimLine(text: string): string {
  let end = text.length;
  while (end > 0 && " \t\r\n".includes(text[end - 1] as string)) end--;
  return text.slice(0, end);
}
