/** The bounds of the ACP backend; those of its process are in `process/limits.ts`. */
export const limits = {
  /** How long an agent may take to answer `initialize`, and to start or resume a session. */
  startMs: 60_000,
  /** How long a run may take to stop after a cancel; then the agent is terminated. Below the server's own bound. */
  cancelMs: 1500,
  /** An unprompted run ends after this much silence, unless the agent reports the end itself. */
  unpromptedQuietMs: 15_000,
  /** How long commands of a cancelled run may take to exit on their own. */
  leftoverMs: 200,
  /**
   * How many chunks, each longer than the last and starting with it, prove during streaming that chunks are
   * cumulative.
   */
  provingChunks: 3,
  /** How many different letters those chunks must contain. */
  provingLetters: 3,
  /** After this many such chunks the decision is final. */
  certainChunks: 100,
  /** How many chunks may be held back while it is undecided whether they are cumulative. */
  heldChunks: 8,
  /** How many commands, models and characters of a description are reported. */
  commands: 500,
  models: 200,
  descriptionChars: 300,
  /**
   * How long a replay may be silent before it counts as complete, how long while the last message is still missing,
   * and how long it may take after the agent reports the session as loaded.
   */
  replayQuietMs: 100,
  replayMissingMs: 1500,
  replayMs: 5000,
  /** How many characters of a replayed history are compared with the log. */
  replayChars: 8 * 1024 * 1024,
  /** How many ended calls of a run are still recognized by their ID. */
  endedCalls: 10_000,
  /** How many bytes of a file are read for an agent. */
  fileBytes: 16 * 1024 * 1024,
  /** How many terminals an agent may have, and how much output is kept of each if the agent sets no bound. */
  terminals: 32,
  terminalChars: 1024 * 1024,
} as const;
