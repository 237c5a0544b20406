/** Limits for the display of a tool's output. */
export const limits = {
  /** The last characters of an output that are shown. */
  outputChars: 2_000_000,
  /** Color changes in one output; the rest has no color. */
  colourChanges: 20_000,
} as const;
