/** What is drawn of formulas and diagrams. */
export const limits = {
  /** Characters of one; a longer one is shown as it was written. */
  formulaChars: 10_000,
  /** How large anything in it may be made, in em. */
  formulaEm: 20,
  /** Macros that are expanded. */
  formulaSteps: 1000,
  /** Characters of a diagram's source; a longer one is shown as it was written. */
  diagramChars: 20_000,
  /** Connections in one diagram. */
  diagramEdges: 300,
  /** Characters of its picture. */
  diagramPictureChars: 1_000_000,
  /** How wide or high the picture may be, in pixels. */
  diagramPixels: 20_000,
  /** Characters of the reason why it cannot be drawn. */
  diagramReasonChars: 200,
  /** Pictures that are kept, so that a row that scrolls back has its own at once. */
  diagramsKept: 50,
  /** Loading the code that draws. */
  diagramLoadMs: 30_000,
  /** Drawing one. */
  diagramDrawMs: 8_000,
  /** How long the frame is kept without anything to draw. */
  diagramIdleMs: 30_000,
} as const;
