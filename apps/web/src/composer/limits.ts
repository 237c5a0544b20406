/** Limits of the message field. */
export const limits = {
  /** A paste beyond either limit is collapsed to one line. */
  pasteChars: 2000,
  pasteLines: 30,
  imageBytes: 8 * 1024 * 1024,
  images: 8,
  /** Messages that Up can recall. */
  history: 100,
  suggestions: 8,
  /** Two presses within this time count as a double press. */
  doubleMs: 700,
} as const;
