/** What a browser keeps for when it is offline. */
export const limits = {
  /** Sessions of which the last state is kept. */
  keptSessions: 20,
  /** Characters of one of them; longer ones are not kept. */
  keptChars: 8 * 1024 * 1024,
} as const;
