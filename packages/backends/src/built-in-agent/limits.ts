/** All limits of the built-in agent's loop. Exceeding one has a defined and visible result. */
export const limits = {
  /** Bytes of one of git's own files: HEAD, or the file that names a work tree's repository. */
  gitFileBytes: 16 * 1024,
  /** Model calls in one run, unless the settings set another limit. */
  steps: 200,
  /** Retries of one model call. */
  retries: 4,
  retryBaseMs: 1000,
  retryMostMs: 30_000,
  /** The longest wait that a server may request. Beyond it, the next model is used or the run fails. */
  retryAfterMs: 120_000,
  /** How long a model may take to start: a local server may first have to load it. */
  firstPartMs: 300_000,
  /** How long a stream may be silent. */
  idleMs: 120_000,
  /** Characters of text, thinking and tool input in one response. */
  answerChars: 8 * 1024 * 1024,
  /** Texts, thoughts and tool calls in one response. */
  answerParts: 256,
  /** Bytes from a model server: one event, one response, and an error body. */
  eventBytes: 4 * 1024 * 1024,
  responseBytes: 64 * 1024 * 1024,
  errorBytes: 64 * 1024,
  /** Tool calls in one response. Each further call is refused. */
  callsPerAnswer: 64,
  /** Characters of a tool result that later runs receive. */
  historyResultChars: 24_000,
  /** Characters of another agent's message. */
  historyOtherChars: 8_000,
  /** How full the model's window may get before the context is compacted. */
  compactContextAt: 0.85,
  /** Characters of one tool result in the input of a summary, if the whole input is too long. */
  summaryResultChars: 2_000,
  /** Input tokens of a summary if the window is unknown, and the share of the window if it is known. */
  summaryInputTokens: 100_000,
  summaryInputShare: 0.6,
  /** How deep subagents may nest, and how many one run may start in total. */
  subagentDepth: 2,
  subagentCount: 20,
  /** Characters of a subagent's answer. */
  subagentChars: 48_000,
  /** How long tools may take to stop after a cancel. Then the run ends without them. */
  cancelMs: 1000,
  /** The list of models that a server offers. */
  modelListMs: 3000,
  modelListChars: 1024 * 1024,
  modelListCount: 200,
  /** Characters of a server's error message. */
  errorChars: 600,
  /** Characters of a call id that every API accepts. */
  callIdChars: 40,
  /** Questions in one ask, and options in one question. */
  questions: 8,
  options: 12,
  todos: 100,
} as const;
