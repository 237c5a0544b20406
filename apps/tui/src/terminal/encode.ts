import { limits } from "../limits.ts";
import { withoutControls } from "../safe/clean-text.ts";
import { isSameStyle, type Line, plain, type Span, type Style } from "../text/style.ts";

/** Encodes spans for the terminal. Only this file creates escape sequences for styles. */
export interface Encoder {
  /** Encodes a line that starts and ends with the plain style. */
  line(line: Line): string;
}

export interface EncodeOptions {
  readonly colors: boolean;
  /** Whether to write bold, dim and similar; false writes bare text. */
  readonly effects: boolean;
  readonly links: boolean;
}

export function createEncoder(options: EncodeOptions): Encoder {
  const { links } = options;
  const encodeLine = (line: Line): string => {
    let written = "";
    let style = plain;
    for (const each of line) {
      const text = withoutControls(each.text);
      if (text === "") continue;
      const wanted = shown(each.style, options);
      if (links && wanted.link !== style.link) written += linkTo(wanted.link);
      if (!isSameStyle({ ...style, link: undefined }, { ...wanted, link: undefined })) {
        written += sgr(style, wanted);
      }
      written += text;
      style = wanted;
    }
    if (links && style.link !== undefined) written += linkTo(undefined);
    return isBare(style) ? written : `${written}\x1b[m`;
  };
  return { line: encodeLine };
}

function shown(style: Style, { colors, effects, links }: EncodeOptions): Style {
  if (!effects) return plain;
  const link = links && style.link !== undefined && isAddress(style.link) ? style.link : undefined;
  return colors ? { ...style, link } : { ...style, color: undefined, background: undefined, link };
}

function isBare(style: Style): boolean {
  return isSameStyle({ ...style, link: undefined }, plain);
}

/** Resets all attributes unless some are only added, because not every terminal can remove single ones. */
function sgr(before: Style, wanted: Style): string {
  const codes = isBare(before) ? codesOf(wanted) : [0, ...codesOf(wanted)];
  return `\x1b[${codes.length === 1 && codes[0] === 0 ? "" : codes.join(";")}m`;
}

function codesOf(style: Style): number[] {
  const { color, background } = style;
  return [
    ...(style.bold ? [1] : []),
    ...(style.dim ? [2] : []),
    ...(style.italic ? [3] : []),
    ...(style.underline ? [4] : []),
    ...(style.inverse ? [7] : []),
    ...(style.strike ? [9] : []),
    ...(color === undefined ? [] : [color < 8 ? 30 + color : 82 + color]),
    ...(background === undefined ? [] : [background < 8 ? 40 + background : 92 + background]),
  ];
}

function linkTo(address: string | undefined): string {
  return `\x1b]8;;${address ?? ""}\x1b\\`;
}

/** Printable ASCII only, so that an address can neither end nor start a sequence. */
export function isAddress(address: string): boolean {
  return address.length <= limits.linkChars && /^https?:\/\/[\x21-\x7e]+$/.test(address);
}

/** The end of a line from a column on, for a line whose start is already on the screen. */
export function lineFrom(line: Line, index: number, chars: number): Line {
  const first = line[index] as Span;
  const tail = first.text.slice(chars);
  return [...(tail === "" ? [] : [{ text: tail, style: first.style }]), ...line.slice(index + 1)];
}
