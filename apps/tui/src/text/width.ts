import stringWidth from "string-width";

/** The width of a text in columns. */

const segmenter = new Intl.Segmenter(undefined, { granularity: "grapheme" });
const oneColumnEach = /^[\x20-\x7e\u00a1-\u00ac\u00ae-\u02ff\u2010-\u2027\u2500-\u257f\u2800-\u28ff]*$/;

/** Whether each character takes exactly one column on every terminal. */
export function isSimple(text: string): boolean {
  return oneColumnEach.test(text);
}

export function widthOf(text: string): number {
  return isSimple(text) ? text.length : stringWidth(text);
}

/** The characters as people see them (graphemes). */
export function graphemes(text: string): readonly string[] {
  if (isSimple(text)) return text.split("");
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}
