/** What a browser keeps for when it is offline, and how it waits for the rest of the page. */
export const limits = {
  /** Sessions of which the last state is kept. */
  keptSessions: 20,
  /** Characters of one of them; longer ones are not kept. */
  keptChars: 8 * 1024 * 1024,
  /** How often a server that answers may fail to give a part of the page before that part counts as missing. */
  partRefusals: 3,
  /** Between attempts to load a part, unless the network comes back sooner. */
  partPausesMs: [1000, 2000, 4000, 8000],
} as const;
