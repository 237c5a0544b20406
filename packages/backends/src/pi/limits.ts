/** The bounds of the backend for Pi; those of its process are in `process/limits.ts`. */
export const limits = {
  /** How long the program may take to answer its first request. */
  startMs: 60_000,
  /** Of the hash that names the file of Polylog's tools. */
  toolsHashChars: 16,
  /** Commands and models of the program that are told on. */
  commands: 500,
  models: 100,
  /** Characters of a command's description. */
  descriptionChars: 300,
  /** Folders above the program in which its package is looked for. */
  packageFolders: 4,
} as const;
