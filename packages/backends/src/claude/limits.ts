/** The bounds of the backend for Claude Code; those of its process are in `process/limits.ts`. */
export const limits = {
  /** How long the program may take to answer its first request. */
  startMs: 60_000,
  /** Subagents that have ended and are still known by name. */
  endedChildren: 100,
  /** Commands and models of the program that are told on. */
  commands: 500,
  models: 100,
  /** Characters of a command's description: the program's own reach for pages. */
  descriptionChars: 300,
} as const;
