/** The bounds of the backend for Codex; those of its process are in `process/limits.ts`. */
export const limits = {
  /** Bytes of the file by which a folder says which repository it is a work tree of. */
  gitFileBytes: 16 * 1024,
  /** How long the program may take to come up and to open its thread. */
  startMs: 60_000,
  /** How long a run may take to stop after it was asked to; then the program is ended. Below the server's own bound. */
  cancelMs: 1500,
  /** How long the first turn waits for MCP servers that are coming up; the program itself goes on after a second. */
  serversMs: 10_000,
  /** Bytes at the beginning of a thread's file in which the tools that it began with stand. */
  threadHeadBytes: 1024 * 1024,
  /** Models that are told on, and characters of what is said about each. */
  models: 100,
  descriptionChars: 300,
  /** Turns of a thread that is taken over, and how long the program may take to tell them. */
  adoptedTurns: 2000,
  adoptMs: 60_000,
  /** Turns of one page, as the program is asked for them. */
  turnsPage: 10,
} as const;
