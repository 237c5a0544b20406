/** Every bound and every fixed number of the scripted model, in one place. */
export const limits = {
  /** Bytes of a request's body. */
  bodyBytes: 32 * 1024 * 1024,
  /** Steps of one script; what comes after them is not read. */
  steps: 1000,
  /** Blocks of one step. */
  actions: 100,
  /** Words of one `words`. */
  words: 100_000,
  /** Kilobytes of one `huge`. */
  hugeKilobytes: 64 * 1024,
  /** The longest wait of one `stall`, and between two words. */
  waitMs: 10 * 60 * 1000,
  /** Tokens that `usage` may claim. */
  tokens: 1_000_000_000,
  /** How often one fault may happen before it passes. */
  times: 1000,
  /** Broken JSON that is looked through to its end before the rest of a text is read without looking for JSON. */
  brokenJson: 50,
  /** Faults with a number of times that are counted at once; the oldest are forgotten. */
  faultCounters: 10_000,
  /** Requests that are kept in memory; the oldest are forgotten. */
  rememberedRequests: 1000,
  /** Characters of one delta. */
  pieceChars: 24,
  /** Characters of one delta of `huge`. */
  hugePieceChars: 1024,
  /** Characters of a tool's result that the demo quotes. */
  quotedChars: 600,
  /** Seconds a client is told to wait after 429. */
  retryAfterSeconds: 1,
  /** Seconds since 1970 that every answer claims as its time. */
  createdAt: 1_700_000_000,
} as const;
