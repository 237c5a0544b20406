/** The bounds of the Codex backend; those of its process are in `process/limits.ts`. */
export const limits = {
  /** How many bytes of a `.git` file, which names the repository of a work tree, are read. */
  gitFileBytes: 16 * 1024,
  /** How long the program may take to start and to open its thread. */
  startMs: 60_000,
  /** How long a run may take to stop after a cancel; then the program is terminated. Below the server's own bound. */
  cancelMs: 1500,
  /** How long the first turn waits for MCP servers to start; Codex itself waits only one second. */
  serversMs: 10_000,
  /** How many bytes of a thread's file are read to find its tools. */
  threadHeadBytes: 1024 * 1024,
  /** How many models are reported, and how many characters of each description. */
  models: 100,
  descriptionChars: 300,
  /** How many turns of an adopted thread are read, and how long the program may take to send them. */
  adoptedTurns: 2000,
  adoptMs: 60_000,
  /** How many turns are requested per page. */
  turnsPage: 10,
} as const;
