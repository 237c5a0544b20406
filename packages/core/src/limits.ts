/** Every bound of the core, in one place. Past a bound the outcome is defined and visible, never a crash. */
export const limits = {
  /** Characters of one event line; a longer one is refused by the parser. */
  eventLine: 128 * 1024 * 1024,
  /** How deep a JSON value inside an event may nest. */
  jsonDepth: 500,
  /** Keys that are remembered of one event type's different orders; events in other orders are checked the slow way. */
  seenKeys: 256,
  /** Characters of one entry's text that a conversation holds; the log keeps all of it. */
  entryText: 16 * 1024 * 1024,
  /** Gaps that one text remembers one by one; more are counted into the last. */
  gaps: 32,
  /** Faults that a conversation remembers one by one; all are counted. */
  faults: 32,
  /** Tokens and dollars that one report of usage may claim. */
  tokens: 1e12,
  costUsd: 1e6,
  /** Lines of code after which a fence goes on in a next piece, so that a long one settles bit by bit. */
  fenceLines: 200,
  /** Entries of one group; a full one is followed by another, so that a flood is not gone through again and again. */
  groupEntries: 500,
  /** Calls of one kind in a row that are drawn as one once their response is finished. */
  alikeCalls: 3,
  /** Lines of a block that are visible until its reader asks for all of it; a new file has fewer in its card than in the ask. */
  excerptLines: { output: 20, diff: 60, writtenFile: 8, askedFile: 12 },
  /** Characters of each text of a call's input that the wire's line on it is made from. */
  activityChars: 1000,
  /** Files of one report on changes, and characters of each file's difference in it. */
  reportFiles: 20,
  reportDiffChars: 12_000,
  /** Characters of a command that permission rules read, with those of scripts inside it; a longer one is asked. */
  commandChars: 32 * 1024,
  commandReadChars: 128 * 1024,
  /** The part of a budget that is warned at. */
  budgetWarning: 0.8,
  /** Files and folders of a project that are looked through for `@`, and for how long the list is kept. */
  projectFiles: { files: 4000, folders: 300, keptMs: 30_000 },
  /** What requests to the API may hold. */
  api: {
    /** Characters of a message to an agent. */
    promptChars: 1024 * 1024,
    /** Rows of one page: of a session's log, and of the list of sessions. */
    pageEvents: 500,
    pageSessions: 200,
    /** Files that a rewind's preview lists and its request may select. */
    rewindFiles: 2000,
    /** Policy documents of a backup that can be selected. */
    restorePolicies: 1000,
    /** Rules of one project's agent policy. */
    policyRules: 200,
    /** Seconds between prompts, prompts and agents of a mission; characters of a schedule's pattern. */
    mission: {
      leastSeconds: 30,
      mostSeconds: 7 * 24 * 60 * 60,
      mostTriggers: 10_000,
      agents: 20,
      patternChars: 200,
    },
  },
} as const;
