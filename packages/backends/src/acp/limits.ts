/** The bounds of the backend for ACP; those of its process are in `process/limits.ts`. */
export const limits = {
  /** How long an agent may take to answer `initialize`, and to begin or go on with a session. */
  startMs: 60_000,
  /** How long a run may take to stop after it was asked to; then the agent is ended. Below the server's own bound. */
  cancelMs: 1500,
  /** How long an agent that works without a prompt may be silent before its run is over, where it does not say so. */
  unpromptedQuietMs: 15_000,
  /** How long commands of a cancelled run may take to end by themselves. */
  leftoverMs: 200,
  /** Chunks of a message, each longer than the one before and beginning with it, that show while it streams that they repeat. */
  provingChunks: 3,
  /** Different letters in them. */
  provingLetters: 3,
  /** Chunks of that kind after which there is no doubt left. */
  certainChunks: 100,
  /** Chunks that may be held back while nothing shows whether they repeat. */
  heldChunks: 8,
  /** Commands, models and characters of a description that are told on. */
  commands: 500,
  models: 200,
  descriptionChars: 300,
  /**
   * How long a replay may be silent before it is over, how long while the last message is still missing from it, and how
   * long it may take after the agent says it is loaded.
   */
  replayQuietMs: 100,
  replayMissingMs: 1500,
  replayMs: 5000,
  /** Characters of a replayed history that are compared with the log. */
  replayChars: 8 * 1024 * 1024,
  /** Calls of a run that have ended and are still known by their id. */
  endedCalls: 10_000,
  /** Bytes of a file that is read for an agent. */
  fileBytes: 16 * 1024 * 1024,
  /** Terminals of one agent, and characters of output that are kept of each where the agent gives no bound. */
  terminals: 32,
  terminalChars: 1024 * 1024,
} as const;
