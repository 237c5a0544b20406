/** Every bound of the tools, in one place. Past a bound the outcome is defined and visible, never a crash. */
export const limits = {
  /** Files that an agent is remembered to have read. */
  filesKnown: 10_000,
  /** Bytes of a file that is read, edited or written as a whole. */
  fileBytes: 8 * 1024 * 1024,
  /** Lines of one reading, characters of one line, and of all of them. */
  readLines: 2000,
  readLineChars: 2000,
  readChars: 60_000,
  /** Bytes of an image that is shown to the model. */
  imageBytes: 3_750_000,
  /** Characters of a file, old and new, that a result carries as a difference. */
  diffChars: 32 * 1024,
  /** Edits of one call. */
  edits: 200,
  /** How long a command may take: where it does not say, and at most. */
  commandMs: 120_000,
  mostCommandMs: 600_000,
  /** How long a command may take to end after SIGTERM, and where a person waits for it. */
  graceMs: 2000,
  cancelGraceMs: 500,
  /** How long the last output of a command that was ended is waited for. */
  drainMs: 200,
  /** Characters of a command's output that are kept: its beginning and its end. */
  outputHead: 12_000,
  outputTail: 18_000,
  /** Characters of a command's output that are told while it runs. */
  liveOutput: 128 * 1024,
  /** Commands in the background at a time. */
  shells: 16,
  /** Those that have ended, and can still be asked for their output. */
  endedShells: 16,
  /** How long a search may take, what it looks at and what it tells. */
  searchMs: 20_000,
  searchFiles: 200_000,
  searchFileBytes: 8 * 1024 * 1024,
  searchMatches: 5000,
  searchLineChars: 500,
  searchChars: 30_000,
  searchMemoryMb: 256,
  /** How long a thread for searches is kept for the next one. */
  searchIdleMs: 30_000,
  globFiles: 200,
  globAlternatives: 64,
  ignoreFileBytes: 64 * 1024,
  listEntries: 1000,
  /** What is fetched from the web: bytes on the wire and unpacked, time, redirects, characters of text. */
  fetchBytes: 5 * 1024 * 1024,
  fetchMs: 30_000,
  redirects: 5,
  fetchChars: 50_000,
} as const;
