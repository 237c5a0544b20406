/** The bounds of the Claude Code backend; those of its process are in `process/limits.ts`. */
export const limits = {
  /** How long the program may take to answer its first request. */
  startMs: 60_000,
  /** How many ended subagents are still recognized. */
  endedChildren: 100,
  /** How many commands and models of the program are reported. */
  commands: 500,
  models: 100,
  /** How many characters of a command's description are reported: the program's own can be pages long. */
  descriptionChars: 300,
} as const;
