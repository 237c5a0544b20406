/** All limits of the tools. Exceeding one has a defined and visible result, never a crash. */
export const limits = {
  /** Files for which the agent's last read is remembered. */
  filesKnown: 10_000,
  /** Bytes of a file that is read, edited or written as a whole. */
  fileBytes: 8 * 1024 * 1024,
  /** Lines of one read, characters of one line, and characters of all lines. */
  readLines: 2000,
  readLineChars: 2000,
  readChars: 60_000,
  /** Bytes of an image that is shown to the model. */
  imageBytes: 3_750_000,
  /** Characters of a file, old plus new, in the diff of a result. */
  diffChars: 32 * 1024,
  /** Edits in one call. */
  edits: 200,
  /** A command's default and maximum time. */
  commandMs: 120_000,
  mostCommandMs: 600_000,
  /** How long a command may take to exit after SIGTERM: normally, and after a cancel, when a person is waiting. */
  graceMs: 2000,
  cancelGraceMs: 500,
  /** How long to wait for the last output of a stopped command. */
  drainMs: 200,
  /** Characters of a command's output that are kept: its beginning and its end. */
  outputHead: 12_000,
  outputTail: 18_000,
  /** Characters of output that are reported while a command runs. */
  liveOutput: 128 * 1024,
  /** Simultaneous background commands. */
  shells: 16,
  /** Ended background commands whose output is still available. */
  endedShells: 16,
  /** The time, input and output of a search. */
  searchMs: 20_000,
  searchFiles: 200_000,
  searchFileBytes: 8 * 1024 * 1024,
  searchMatches: 5000,
  searchLineChars: 500,
  searchChars: 30_000,
  searchMemoryMb: 256,
  /** How long an idle search thread is kept. */
  searchIdleMs: 30_000,
  globFiles: 200,
  globAlternatives: 64,
  ignoreFileBytes: 64 * 1024,
  listEntries: 1000,
  /** A web page: bytes on the wire and unpacked, time, redirects, characters of text. */
  fetchBytes: 5 * 1024 * 1024,
  fetchMs: 30_000,
  redirects: 5,
  fetchChars: 50_000,
} as const;
