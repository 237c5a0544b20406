/** Every bound of the built-in agent's loop, in one place. Past a bound the outcome is defined and visible. */
export const limits = {
  /** Bytes of a file of git's own that is looked at: the head, or the name of a work tree's repository. */
  gitFileBytes: 16 * 1024,
  /** Model calls of one run, unless the settings say otherwise. */
  steps: 200,
  /** Times that one model call is tried again. */
  retries: 4,
  retryBaseMs: 1000,
  retryMostMs: 30_000,
  /** The longest wait that a server may ask for; past it the next model is taken, or the run fails. */
  retryAfterMs: 120_000,
  /** How long a model may take to begin: one on this machine may have to be loaded first. */
  firstPartMs: 300_000,
  /** How long a stream may be silent. */
  idleMs: 120_000,
  /** Characters of all that one answer says, thinks and passes to tools. */
  answerChars: 8 * 1024 * 1024,
  /** Texts, thoughts and tool calls of one answer. */
  answerParts: 256,
  /** Bytes of what a model server sends: one event, one answer, and what is read of an error. */
  eventBytes: 4 * 1024 * 1024,
  responseBytes: 64 * 1024 * 1024,
  errorBytes: 64 * 1024,
  /** Tool calls of one answer; more are refused one by one. */
  callsPerAnswer: 64,
  /** Characters of a tool's result that a later run is told again. */
  historyResultChars: 24_000,
  /** Characters of what another agent of the session said. */
  historyOtherChars: 8_000,
  /** How full the model's window may be before the conversation is compacted. */
  compactContextAt: 0.85,
  /** Characters of one tool's result that a summary is made from, where all of them are too much. */
  summaryResultChars: 2_000,
  /** What a summary is made from where nobody knows the window, and the share of the window where it is known. */
  summaryInputTokens: 100_000,
  summaryInputShare: 0.6,
  /** How deep subagents may start subagents, and how many one run may start in all. */
  subagentDepth: 2,
  subagentCount: 20,
  /** Characters of a subagent's answer. */
  subagentChars: 48_000,
  /** How long tools may take to end after a cancel; then the run ends without them. */
  cancelMs: 1000,
  /** The list of models that a server offers. */
  modelListMs: 3000,
  modelListChars: 1024 * 1024,
  modelListCount: 200,
  /** Characters of what a server says about an error. */
  errorChars: 600,
  /** Characters of a call's id that every API takes. */
  callIdChars: 40,
  /** Questions of one ask, and options of one question. */
  questions: 8,
  options: 12,
  todos: 100,
} as const;
