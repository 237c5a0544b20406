/** Every bound of the backends, in one place. Past a bound the outcome is defined and visible, never a crash. */
export const limits = {
  /** Bytes of one line of a program's output; a longer one is cut. */
  lineBytes: 8 * 1024 * 1024,
  /** Bytes that are kept of a line that was cut. */
  cutLineBytes: 64 * 1024,
  /** Characters of a line nobody understood that go into the log. */
  rawChars: 16 * 1024,
  /** Characters of one call's differences that go into the log. */
  diffChars: 64 * 1024,
  /** Bytes of one line of a program's stderr, and of all that is kept of it. */
  stderrLineBytes: 4 * 1024,
  stderrBytes: 16 * 1024,
  /** Bytes of lines that may wait for their reader before the program's output is no longer read. */
  pendingBytes: 1024 * 1024,
  /** Bytes of a chunk of output from which on its memory is given back at once. */
  freedBytes: 4 * 1024,
  /** Characters of short pieces of a text that are kept apart before they are copied into one string. */
  tailChars: 32 * 1024,
  /** Events that may wait for their reader before the program's output is no longer read. */
  pendingEvents: 1000,
  /** How long a program may take to end after SIGTERM; then it is killed. */
  graceMs: 2000,
  /** How long the killed may take to be gone. */
  killMs: 1000,
  /** How long an ended program's pipes may stay silent before they are given up: a stranger may hold them. */
  drainMs: 500,
  /** How long a program that closed its output may go on before it is ended. */
  mutedMs: 1000,
  /** How long a program may take to say its version, and how much it may say. */
  versionMs: 20_000,
  versionBytes: 64 * 1024,
  /** Characters of what is wrong with a program. */
  problemChars: 300,
  /** How long looking for the means of containment may take. */
  probeMs: 5000,
  /** The shortest text that is taken for a secret; a shorter one would blot out ordinary words. */
  secretChars: 8,
  /** A key of nothing but letters has at least so many. */
  keyChars: 20,
} as const;
