/** The bounds of the Pi backend; those of its process are in `process/limits.ts`. */
export const limits = {
  /** How long a cancel waits until Pi has replied to the messages to the run. */
  acceptMs: 1000,
  /** How long the program may take to answer its first request. */
  startMs: 60_000,
  /** The length of the hash in the name of the tools file. */
  toolsHashChars: 16,
  /** How many commands and models of the program are reported. */
  commands: 500,
  models: 100,
  /** How many characters of a command's description are reported. */
  descriptionChars: 300,
  /** How many folders above the program are searched for its package. */
  packageFolders: 4,
} as const;
