/** Limits for formulas and diagrams. */
export const limits = {
  /** Characters of a formula; a longer one is shown as source. */
  formulaChars: 10_000,
  /** The greatest size of an element of a formula, in em. */
  formulaEm: 20,
  /** Macro expansions. */
  formulaSteps: 1000,
  /** Characters of a diagram's source; a longer one is shown as source. */
  diagramChars: 20_000,
  /** Connections in one diagram. */
  diagramEdges: 300,
  /** Characters of its SVG. */
  diagramPictureChars: 1_000_000,
  /** The greatest width or height of the image, in pixels. */
  diagramPixels: 20_000,
  /** Characters of an error message. */
  diagramReasonChars: 200,
  /** Cached images, so that a row that scrolls back shows its image at once. */
  diagramsKept: 50,
  /** The timeout for loading the drawing code. */
  diagramLoadMs: 30_000,
  /** The timeout for drawing one diagram. */
  diagramDrawMs: 8_000,
  /** The time that the frame stays open without a job. */
  diagramIdleMs: 30_000,
} as const;
