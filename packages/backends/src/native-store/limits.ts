/** The limits for importing sessions from the programs' own stores. */
export const limits = {
  /** Sessions listed per project, newest first. */
  sessions: 200,
  /** Bytes of a session file. Larger files are refused. */
  fileBytes: 64 * 1024 * 1024,
  /** Bytes at the beginning of a file that are searched for its name and first message. */
  headBytes: 256 * 1024,
  titleChars: 100,
} as const;
