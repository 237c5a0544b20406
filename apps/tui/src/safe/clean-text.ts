/**
 * Makes text of agents, programs and files safe for a terminal. Every control character is removed, so that the rest can never
 * form a sequence.
 */

// biome-ignore-start lint/suspicious/noControlCharactersInRegex: it matches control characters.
/** C0, DEL, C1, separators that some terminals treat as line ends, and bidirectional controls. */
const obeyed =
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028\u2029\u202a-\u202e\u2060-\u206f\ufeff\ufff0-\ufffb\u{e0000}-\u{e0fff}]|[\ud800-\udfff]/u;
const everyObeyed = new RegExp(obeyed.source, "gu");
/** Whole sequences, so that their parameters do not remain as text: CSI, OSC and similar, and two-letter ones. */
const sequences =
  /(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]?|(?:\u001b[\]PX^_]|[\u009d\u0090\u0098\u009e\u009f])[^\u0007\u001b\u009c\n]*(?:\u0007|\u001b\\|\u009c)?|\u001b[ -/]*[0-~]?/g;
// biome-ignore-end lint/suspicious/noControlCharactersInRegex: it matches control characters.

const tabStop = 4;

/** The final filter before anything is written to the screen. */
export function withoutControls(text: string): string {
  return obeyed.test(text) ? text.replace(everyObeyed, "") : text;
}

/** Prose, code, names: line breaks stay, tabs become spaces, whole sequences are removed. */
export function cleanText(text: string): string {
  if (!obeyed.test(text.replaceAll("\n", ""))) return text;
  return stripSequences(text)
    .replace(/\r\n?/g, "\n")
    .split("\n")
    .map((line) => withoutControls(expandTabs(line)))
    .join("\n");
}

/** As a single line. */
export function cleanLine(text: string): string {
  return cleanText(text).replace(/\s*\n\s*/g, " ");
}

/** Repeats until no sequence is left, because removing one may form another. */
function stripSequences(text: string): string {
  let before = text;
  for (;;) {
    const after = before.replace(sequences, "");
    if (after === before) return after;
    before = after;
  }
}

export function expandTabs(line: string): string {
  if (!line.includes("\t")) return line;
  let column = 0;
  return line.replace(/[^\t]+|\t/g, (part) => {
    const shown = part === "\t" ? " ".repeat(tabStop - (column % tabStop)) : part;
    column += shown.length;
    return shown;
  });
}
