/** Every limit of core, in one place. Exceeding one has a defined, visible result and never crashes. */
export const limits = {
  /** Characters of one event line; the parser rejects longer ones. */
  eventLine: 128 * 1024 * 1024,
  /** How deep a JSON value inside an event may nest. */
  jsonDepth: 500,
  /** Keys that are stored for the different key orders of one event type; events in other orders are checked the slow way. */
  seenKeys: 256,
  /** Characters of one entry's text that a conversation holds; the log keeps the full text. */
  entryText: 16 * 1024 * 1024,
  /** Gaps that one text records individually; further ones are added to the last. */
  gaps: 32,
  /** Faults that a conversation records individually; all are counted. */
  faults: 32,
  /** Tokens and dollars that one usage report may state. */
  tokens: 1e12,
  costUsd: 1e6,
  /** Lines of code after which a fence is continued in a new piece, so that long code settles step by step. */
  fenceLines: 200,
  /** Entries of one group; a full group is followed by another, so that many entries are not processed again and again. */
  groupEntries: 500,
  /** Calls of one kind in a row that are drawn as one once their response is finished. */
  alikeCalls: 3,
  /** Lines of a block that are visible until the reader expands it; a new file has fewer in its card than in the ask. */
  excerptLines: { output: 20, diff: 60, writtenFile: 8, askedFile: 12 },
  /** Characters of each text of a call's input that the wire's activity text is derived from. */
  activityChars: 1000,
  /** Files of one change report, and characters of each file's diff in it. */
  reportFiles: 20,
  reportDiffChars: 12_000,
  /** Characters of a command that permission rules read, including scripts inside it; a longer one always asks. */
  commandChars: 32 * 1024,
  commandReadChars: 128 * 1024,
  /** The share of a budget at which a warning is shown. */
  budgetWarning: 0.8,
  /** Files and folders of a project that are searched for `@`, and how long the list is cached. */
  projectFiles: { files: 4000, folders: 300, keptMs: 30_000 },
  /** Limits of API requests. */
  api: {
    /** Characters of a message to an agent. */
    promptChars: 1024 * 1024,
    /** Rows per page of a session's log and of the list of sessions. */
    pageEvents: 500,
    pageSessions: 200,
    /** Files that a rewind's preview lists and that its request may select. */
    rewindFiles: 2000,
    /** Policy documents of a backup that can be selected. */
    restorePolicies: 1000,
    /** Rules of one project's agent policy. */
    policyRules: 200,
    /**
     * Minimum seconds between prompts, limits for the prompts and agents of a mission, and the length of a schedule's pattern.
     */
    mission: {
      leastSeconds: 30,
      mostSeconds: 7 * 24 * 60 * 60,
      mostTriggers: 10_000,
      agents: 20,
      patternChars: 200,
    },
  },
} as const;
