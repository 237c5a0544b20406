/** Styled text. Everything on the screen consists of spans; only the encoder knows escape sequences. */

/** A place in the user's own palette: 0–7 plain, 8–15 bright. */
export type Color = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12 | 13 | 14 | 15;

export interface Style {
  readonly color?: Color | undefined;
  readonly background?: Color | undefined;
  readonly bold?: boolean | undefined;
  readonly dim?: boolean | undefined;
  readonly italic?: boolean | undefined;
  readonly underline?: boolean | undefined;
  readonly strike?: boolean | undefined;
  readonly inverse?: boolean | undefined;
  /** The target of a click. */
  readonly link?: string | undefined;
}

export interface Span {
  readonly text: string;
  readonly style: Style;
}

export type Line = readonly Span[];

export const plain: Style = {};
export const emptyLine: Line = [];

export function span(text: string, style: Style = plain): Span {
  return { text, style };
}

export function lineOf(text: string, style: Style = plain): Line {
  return text === "" ? emptyLine : [{ text, style }];
}

/** The text of a line without its style. */
export function plainText(line: Line): string {
  return line.map(({ text }) => text).join("");
}

export function isSameStyle(a: Style, b: Style): boolean {
  return (
    a === b ||
    (a.color === b.color &&
      a.background === b.background &&
      (a.bold ?? false) === (b.bold ?? false) &&
      (a.dim ?? false) === (b.dim ?? false) &&
      (a.italic ?? false) === (b.italic ?? false) &&
      (a.underline ?? false) === (b.underline ?? false) &&
      (a.strike ?? false) === (b.strike ?? false) &&
      (a.inverse ?? false) === (b.inverse ?? false) &&
      a.link === b.link)
  );
}

export function isSameLine(a: Line, b: Line): boolean {
  if (a === b) return true;
  if (a.length !== b.length) return false;
  return a.every((span, index) => {
    const other = b[index] as Span;
    return span.text === other.text && isSameStyle(span.style, other.style);
  });
}
