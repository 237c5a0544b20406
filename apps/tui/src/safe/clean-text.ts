/**
 * Text of agents, programs and files as a terminal may be shown it: without anything that a terminal obeys. Every
 * control character goes, so that nothing that is left can come together to a sequence.
 */

// biome-ignore-start lint/suspicious/noControlCharactersInRegex: it is controls that are looked for.
/** C0, DEL and C1, separators that some terminals take for line ends, and what changes the direction of writing. */
const obeyed =
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028\u2029\u202a-\u202e\u2060-\u206f\ufeff\ufff0-\ufffb\u{e0000}-\u{e0fff}]|[\ud800-\udfff]/u;
const everyObeyed = new RegExp(obeyed.source, "gu");
/** Whole sequences, so that their parameters do not stand there as text: CSI, OSC and its like, two-letter ones. */
const sequences =
  /(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]?|(?:\u001b[\]PX^_]|[\u009d\u0090\u0098\u009e\u009f])[^\u0007\u001b\u009c\n]*(?:\u0007|\u001b\\|\u009c)?|\u001b[ -/]*[0-~]?/g;
// biome-ignore-end lint/suspicious/noControlCharactersInRegex: it is controls that are looked for.

const tabStop = 4;

/** What the screen never obeys: the last word before anything is written. */
export function withoutControls(text: string): string {
  return obeyed.test(text) ? text.replace(everyObeyed, "") : text;
}

/** Prose, code, names: line breaks stay, tabs become spaces, sequences go as a whole. */
export function cleanText(text: string): string {
  if (!obeyed.test(text.replaceAll("\n", ""))) return text;
  return stripSequences(text)
    .replace(/\r\n?/g, "\n")
    .split("\n")
    .map((line) => withoutControls(expandTabs(line)))
    .join("\n");
}

/** One line of it. */
export function cleanLine(text: string): string {
  return cleanText(text).replace(/\s*\n\s*/g, " ");
}

/** Again until there is none: what stood around a sequence may form another. */
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
