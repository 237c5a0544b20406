/** All limits of the backends. Exceeding one has a defined and visible result, never a crash. */
export const limits = {
  /** Bytes of one line of a program's output. A longer line is truncated. */
  lineBytes: 8 * 1024 * 1024,
  /** Bytes that are kept of a truncated line. */
  cutLineBytes: 64 * 1024,
  /** Characters of an unknown line that are stored in the log. */
  rawChars: 16 * 1024,
  /** Characters of one call's diffs that are stored in the log. */
  diffChars: 64 * 1024,
  /** Bytes of one line of a program's stderr, and of all that is kept of it. */
  stderrLineBytes: 4 * 1024,
  stderrBytes: 16 * 1024,
  /** Bytes of unread lines after which the program's output is no longer read. */
  pendingBytes: 1024 * 1024,
  /** Minimum bytes of an output chunk whose memory is released at once. */
  freedBytes: 4 * 1024,
  /** Characters of short text pieces that are kept separately before they are copied into one string. */
  tailChars: 32 * 1024,
  /** Unread events after which the program's output is no longer read. */
  pendingEvents: 1000,
  /** How long a program may take to exit after SIGTERM before it is killed. */
  graceMs: 2000,
  /** How long killed processes may take to disappear. */
  killMs: 1000,
  /** How long to wait for a silent pipe of an exited program: another process may hold it open. */
  drainMs: 500,
  /** How long a program that closed its output may keep running before it is stopped. */
  mutedMs: 1000,
  /** How long a program may take to report its version, and the maximum output. */
  versionMs: 20_000,
  versionBytes: 64 * 1024,
  /** Characters of a program's problem. */
  problemChars: 300,
  /** How long detecting the containments may take. */
  probeMs: 5000,
  /** The minimum length of a secret. Redacting shorter texts would hide ordinary words. */
  secretChars: 8,
  /** The minimum length of a key that consists of letters only. */
  keyChars: 20,
} as const;
