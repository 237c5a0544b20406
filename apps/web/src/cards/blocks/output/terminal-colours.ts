import { limits } from "./limits.ts";

export const hues = ["black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"] as const;

/** The style of a piece of terminal output. Backgrounds, blinking and similar effects are ignored. */
export interface TextStyle {
  readonly hue: (typeof hues)[number] | null;
  readonly bold: boolean;
  readonly dim: boolean;
  readonly italic: boolean;
  readonly underline: boolean;
}

export interface Piece {
  readonly text: string;
  readonly style: TextStyle;
}

const plain: TextStyle = { hue: null, bold: false, dim: false, italic: false, underline: false };

// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern matches control characters.
const colourCode = /\u001b\[([\d;:]*)m/g;

/** Splits text that contains only color codes into pieces with one style each. */
export function readColours(text: string, from: TextStyle = plain): readonly Piece[] {
  const pieces: Piece[] = [];
  let style = from;
  let at = 0;
  for (const match of text.matchAll(colourCode)) {
    if (match.index > at) pieces.push({ text: text.slice(at, match.index), style });
    at = match.index + match[0].length;
    if (pieces.length >= limits.colourChanges) {
      return [...pieces, { text: text.slice(at).replace(colourCode, ""), style: plain }];
    }
    style = withCodes(style, match[1] ?? "");
  }
  if (at < text.length) pieces.push({ text: text.slice(at), style });
  return pieces;
}

/** The style that is active at the end of a text. */
export function styleAfter(text: string): TextStyle {
  let style = plain;
  for (const match of text.matchAll(colourCode)) style = withCodes(style, match[1] ?? "");
  return style;
}

function withCodes(before: TextStyle, codes: string): TextStyle {
  const given = codes.split(/[;:]/, 64).map(Number);
  let style = before;
  for (let at = 0; at < given.length; at++) {
    const code = given[at] as number;
    if (code === 38 || code === 48) {
      const isIndexed = given[at + 1] === 5;
      const colour = isIndexed ? indexedHue(given[at + 2] ?? 0) : nearestHue(given.slice(at + 2, at + 5));
      if (code === 38) style = { ...style, hue: colour };
      at += isIndexed ? 2 : 4;
    } else style = withCode(style, code);
  }
  return style;
}

function withCode(style: TextStyle, code: number): TextStyle {
  if (code === 0) return plain;
  if (code === 1) return { ...style, bold: true };
  if (code === 2) return { ...style, dim: true };
  if (code === 3) return { ...style, italic: true };
  if (code === 4) return { ...style, underline: true };
  if (code === 22) return { ...style, bold: false, dim: false };
  if (code === 23) return { ...style, italic: false };
  if (code === 24) return { ...style, underline: false };
  if (code === 39) return { ...style, hue: null };
  const hue = code >= 90 ? code - 90 : code - 30;
  return (code >= 30 && code <= 37) || (code >= 90 && code <= 97)
    ? { ...style, hue: hues[hue] ?? null }
    : style;
}

/** Of the 256 colors, the first 16 have names; a 6 × 6 × 6 cube follows, then grays. */
function indexedHue(index: number): TextStyle["hue"] {
  if (index < 16) return hues[index % 8] ?? null;
  if (index > 231) return null;
  const cube = index - 16;
  return nearestHue([Math.floor(cube / 36), Math.floor(cube / 6) % 6, cube % 6].map((part) => part * 51));
}

/** The closest color of the theme; null for grays. */
function nearestHue([red = 0, green = 0, blue = 0]: readonly number[]): TextStyle["hue"] {
  const most = Math.max(red, green, blue);
  const least = Math.min(red, green, blue);
  if (most - least < 48) return null;
  const middle = (most + least) / 2;
  const index = (red > middle ? 1 : 0) + (green > middle ? 2 : 0) + (blue > middle ? 4 : 0);
  return hues[index] ?? null;
}
