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
  /** Sessions of one project that are listed for adoption, the newest first, and bytes of one that is read. */
  adoptedSessions: 200,
  adoptedBytes: 256 * 1024 * 1024,
  /** Bytes at a session's beginning in which its first words are looked for. */
  titleBytes: 256 * 1024,
  titleChars: 100,
} as const;
