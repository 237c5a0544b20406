/** What is drawn of a tool's output. */
export const limits = {
  /** Characters of one output that are drawn at most: its last ones. */
  outputChars: 2_000_000,
  /** Changes of colour in one output; past these the rest has none. */
  colourChanges: 20_000,
} as const;
