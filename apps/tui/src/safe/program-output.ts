import type { Color, Line, Span, Style } from "../text/style.ts";
import { plain } from "../text/style.ts";
import { expandTabs, withoutControls } from "./clean-text.ts";

/** A program's output in its own colors. SGR is the only kind of sequence that takes effect. */

// biome-ignore-start lint/suspicious/noControlCharactersInRegex: it matches control characters.
const tokens =
  /(?:\u001b\[|\u009b)([0-?]*)[ -/]*([@-~]?)|(?:\u001b[\]PX^_]|[\u009d\u0090\u0098\u009e\u009f])[^\u0007\u001b\u009c\n]*(?:\u0007|\u001b\\|\u009c)?|\u001b[ -/]*[0-~]?/g;
// biome-ignore-end lint/suspicious/noControlCharactersInRegex: it matches control characters.

/** The lines of an output. Of an overwritten line, only the last version. */
export function outputLines(text: string): Line[] {
  let style = plain;
  return text
    .replace(/\r+\n/g, "\n")
    .split("\n")
    .map((line) => {
      const read = readLine(line, style);
      style = read.style;
      return read.line;
    });
}

function readLine(text: string, before: Style): { readonly line: Line; readonly style: Style } {
  let spans: Span[] = [];
  let style = before;
  const add = (part: string) => {
    const returned = part.lastIndexOf("\r");
    if (returned !== -1 && part.length > returned + 1) spans = [];
    const shown = withoutControls(expandTabs(part.slice(returned + 1)));
    if (shown !== "") spans.push({ text: shown, style });
  };
  let at = 0;
  for (const match of text.matchAll(tokens)) {
    add(text.slice(at, match.index));
    at = match.index + match[0].length;
    if (match[2] === "m") style = applySgr(style, match[1] ?? "");
  }
  add(text.slice(at));
  return { line: spans, style };
}

const effects: Readonly<Record<number, Style>> = {
  1: { bold: true },
  2: { dim: true },
  3: { italic: true },
  4: { underline: true },
  7: { inverse: true },
  9: { strike: true },
  22: { bold: undefined, dim: undefined },
  23: { italic: undefined },
  24: { underline: undefined },
  27: { inverse: undefined },
  29: { strike: undefined },
  39: { color: undefined },
  49: { background: undefined },
};

function applySgr(style: Style, parameters: string): Style {
  if (!/^[\d;:]*$/.test(parameters)) return style;
  const codes = parameters.split(/[;:]/).map(Number);
  let next = style;
  for (let at = 0; at < codes.length; at += 1) {
    const code = codes[at] as number;
    if (code === 0) next = plain;
    else if (code === 38 || code === 48) {
      const { color, length } = extended(codes, at + 1);
      next = { ...next, [code === 38 ? "color" : "background"]: color };
      at += length;
    } else next = { ...next, ...(effects[code] ?? paletteOf(code)) };
  }
  return next;
}

function paletteOf(code: number): Style {
  if (code >= 30 && code <= 37) return { color: (code - 30) as Color };
  if (code >= 90 && code <= 97) return { color: (code - 82) as Color };
  if (code >= 40 && code <= 47) return { background: (code - 40) as Color };
  if (code >= 100 && code <= 107) return { background: (code - 92) as Color };
  return {};
}

/** Maps 256 colors and true color to the user's own palette. */
function extended(codes: readonly number[], at: number): { color: Color | undefined; length: number } {
  if (codes[at] === 5) return { color: nearest256(codes[at + 1] ?? 0), length: 2 };
  if (codes[at] === 2)
    return { color: nearest(codes[at + 1] ?? 0, codes[at + 2] ?? 0, codes[at + 3] ?? 0), length: 4 };
  return { color: undefined, length: 0 };
}

function nearest256(code: number): Color | undefined {
  if (code < 16) return code as Color;
  if (code >= 232) return code < 244 ? 8 : undefined;
  const index = code - 16;
  const level = (step: number) => (step === 0 ? 0 : 55 + step * 40);
  return nearest(level(Math.floor(index / 36)), level(Math.floor(index / 6) % 6), level(index % 6));
}

function nearest(red: number, green: number, blue: number): Color | undefined {
  const most = Math.max(red, green, blue);
  const least = Math.min(red, green, blue);
  // Grays carry no meaning, and the default text color is readable on every background.
  if (most - least < 40) return most < 120 ? 8 : undefined;
  const bits = [red, green, blue].map((part) => (part > (most + least) / 2 ? 1 : 0)) as [
    number,
    number,
    number,
  ];
  return (bits[0] + bits[1] * 2 + bits[2] * 4) as Color;
}
