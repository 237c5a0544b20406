/** Limits for the offline cache and for loading parts of the page. */
export const limits = {
  /** Sessions whose last state is cached. */
  keptSessions: 20,
  /** Characters of a cached session; longer ones are not cached. */
  keptChars: 8 * 1024 * 1024,
  /** Failures of a responding server after which a part of the page counts as missing. */
  partRefusals: 3,
  /** The delays between attempts to load a part. They end early when the network is back. */
  partPausesMs: [1000, 2000, 4000, 8000],
} as const;
