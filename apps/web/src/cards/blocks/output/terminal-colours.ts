import { limits } from "./limits.ts";

export const hues = ["black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"] as const;

/** The style of a piece of terminal output. Backgrounds, blinking and similar effects are ignored. */
export interface Look {
  readonly hue: (typeof hues)[number] | null;
  readonly bold: boolean;
  readonly dim: boolean;
  readonly italic: boolean;
  readonly underline: boolean;
}

export interface Piece {
  readonly text: string;
  readonly look: Look;
}

const plain: Look = { hue: null, bold: false, dim: false, italic: false, underline: false };

// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern matches control characters.
const colourCode = /\u001b\[([\d;:]*)m/g;

/** Splits text that contains only color codes into pieces with one style each. */
export function readColours(text: string, from: Look = plain): readonly Piece[] {
  const pieces: Piece[] = [];
  let look = from;
  let at = 0;
  for (const match of text.matchAll(colourCode)) {
    if (match.index > at) pieces.push({ text: text.slice(at, match.index), look });
    at = match.index + match[0].length;
    if (pieces.length >= limits.colourChanges) {
      return [...pieces, { text: text.slice(at).replace(colourCode, ""), look: plain }];
    }
    look = withCodes(look, match[1] ?? "");
  }
  if (at < text.length) pieces.push({ text: text.slice(at), look });
  return pieces;
}

/** The style that is active at the end of a text. */
export function lookAfter(text: string): Look {
  let look = plain;
  for (const match of text.matchAll(colourCode)) look = withCodes(look, match[1] ?? "");
  return look;
}

function withCodes(before: Look, codes: string): Look {
  const given = codes.split(/[;:]/, 64).map(Number);
  let look = before;
  for (let at = 0; at < given.length; at++) {
    const code = given[at] as number;
    if (code === 38 || code === 48) {
      const isIndexed = given[at + 1] === 5;
      const colour = isIndexed ? indexedHue(given[at + 2] ?? 0) : nearestHue(given.slice(at + 2, at + 5));
      if (code === 38) look = { ...look, hue: colour };
      at += isIndexed ? 2 : 4;
    } else look = withCode(look, code);
  }
  return look;
}

function withCode(look: Look, code: number): Look {
  if (code === 0) return plain;
  if (code === 1) return { ...look, bold: true };
  if (code === 2) return { ...look, dim: true };
  if (code === 3) return { ...look, italic: true };
  if (code === 4) return { ...look, underline: true };
  if (code === 22) return { ...look, bold: false, dim: false };
  if (code === 23) return { ...look, italic: false };
  if (code === 24) return { ...look, underline: false };
  if (code === 39) return { ...look, hue: null };
  const hue = code >= 90 ? code - 90 : code - 30;
  return (code >= 30 && code <= 37) || (code >= 90 && code <= 97)
    ? { ...look, hue: hues[hue] ?? null }
    : look;
}

/** Of the 256 colors, the first 16 have names; a 6 × 6 × 6 cube follows, then grays. */
function indexedHue(index: number): Look["hue"] {
  if (index < 16) return hues[index % 8] ?? null;
  if (index > 231) return null;
  const cube = index - 16;
  return nearestHue([Math.floor(cube / 36), Math.floor(cube / 6) % 6, cube % 6].map((part) => part * 51));
}

/** The closest color of the theme; null for grays. */
function nearestHue([red = 0, green = 0, blue = 0]: readonly number[]): Look["hue"] {
  const most = Math.max(red, green, blue);
  const least = Math.min(red, green, blue);
  if (most - least < 48) return null;
  const middle = (most + least) / 2;
  const index = (red > middle ? 1 : 0) + (green > middle ? 2 : 0) + (blue > middle ? 4 : 0);
  return hues[index] ?? null;
}
