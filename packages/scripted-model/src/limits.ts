/** All limits and fixed numbers of the scripted model. */
export const limits = {
  /** Bytes of a request body. */
  bodyBytes: 32 * 1024 * 1024,
  /** Steps in one script. Further steps are ignored. */
  steps: 1000,
  /** Blocks in one step. */
  actions: 100,
  /** Words in one `words`. */
  words: 100_000,
  /** Kilobytes of one `huge`. */
  hugeKilobytes: 64 * 1024,
  /** The longest delay of one `stall`, and between two words. */
  waitMs: 10 * 60 * 1000,
  /** Tokens that `usage` may report. */
  tokens: 1_000_000_000,
  /** How often one fault may repeat before it passes. */
  times: 1000,
  /** Broken JSON objects that are scanned completely. After that, the rest of a text is read as plain text. */
  brokenJson: 50,
  /** Repeating faults that are counted at the same time. The oldest counters are dropped. */
  faultCounters: 10_000,
  /** Requests that are kept in memory. The oldest are dropped. */
  rememberedRequests: 1000,
  /** Characters per delta. */
  pieceChars: 24,
  /** Characters per delta of `huge`. */
  hugePieceChars: 1024,
  /** Characters of a tool result that the demo quotes. */
  quotedChars: 600,
  /** The retry delay that is sent with status 429. */
  retryAfterSeconds: 1,
  /** The creation time of every answer, in seconds since 1970. */
  createdAt: 1_700_000_000,
} as const;
