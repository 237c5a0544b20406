// biome-ignore-start lint/suspicious/noControlCharactersInRegex: the pattern matches control characters.
const escapes = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)|[@-Z\\-_])/g;
const colours = /^\u001b\[[\d;:]*m$/;
const controls = /[\u0000-\u0008\u000b\u000c\u000e-\u001a\u001c-\u001f\u007f]|\u001b(?!\[[\d;:]*m)/g;
// biome-ignore-end lint/suspicious/noControlCharactersInRegex: the pattern matches control characters.

/** Terminal output without any codes except colors, and without lines that were overwritten later. */
export function cleanOutput(text: string): string {
  const coloured = text.replace(escapes, (code) => (colours.test(code) ? code : "")).replace(/\r+\n/g, "\n");
  const lines = coloured.includes("\r")
    ? coloured.split("\n").map((line) => line.slice(line.lastIndexOf("\r") + 1) || line.replaceAll("\r", ""))
    : [coloured];
  return lines.join("\n").replace(controls, "");
}
