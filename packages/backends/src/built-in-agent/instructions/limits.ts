/** All limits for instructions, definitions and mentions. */
export const limits = {
  /** Bytes of one file that are read as text. */
  fileBytes: 256 * 1024,
  /** Characters of one instruction file, and of all of them. */
  instructionChars: 32 * 1024,
  allInstructionChars: 96 * 1024,
  /** Imports of one file. */
  imports: 20,
  /** Folders that are searched for nested instructions, their maximum depth, and how many are listed. */
  folders: 2000,
  folderDepth: 8,
  nested: 50,
  /** Agents, skills or commands of one folder. */
  definitions: 200,
  nameChars: 64,
  descriptionChars: 1024,
  /** Mentions of one prompt that are checked, and that are attached. */
  mentions: 256,
  attachments: 32,
  pathChars: 1024,
  /** Characters of one attached file and of all attached files, and entries of one attached folder. */
  attachedChars: 60_000,
  allAttachedChars: 240_000,
  folderEntries: 200,
  /** Bytes of one attached image. */
  imageBytes: 3_750_000,
  /** Cached files and projects. */
  rememberedFiles: 1000,
  rememberedProjects: 32,
  /** A file that changed this recently may change again without a new modification time. */
  freshMs: 100,
} as const;
