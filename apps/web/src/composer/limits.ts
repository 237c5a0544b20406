/** Every bound of what is typed here. */
export const limits = {
  /** A paste beyond either of these is folded to one line. */
  pasteChars: 2000,
  pasteLines: 30,
  imageBytes: 8 * 1024 * 1024,
  images: 8,
  /** Messages that Up goes back over. */
  history: 100,
  suggestions: 8,
  /** Two presses of a key within this time are one gesture. */
  doubleMs: 700,
} as const;
