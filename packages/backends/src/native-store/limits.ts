/** The bounds of what is taken over from the programs' own stores. */
export const limits = {
  /** Sessions of one project that are listed, the newest first. */
  sessions: 200,
  /** Bytes of a session's file that is read; a longer one is refused. */
  fileBytes: 64 * 1024 * 1024,
  /** Bytes at a session's beginning in which its name and its first words are looked for. */
  headBytes: 256 * 1024,
  titleChars: 100,
} as const;
