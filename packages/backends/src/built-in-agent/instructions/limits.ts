/** Every bound of what instructions, definitions and mentions may bring along, in one place. */
export const limits = {
  /** Bytes of one file that are read as text. */
  fileBytes: 256 * 1024,
  /** Characters of one file of instructions, and of all of them. */
  instructionChars: 32 * 1024,
  allInstructionChars: 96 * 1024,
  /** Imports of one file. */
  imports: 20,
  /** Folders that are looked through for instructions of their own, how deep, and how many are told. */
  folders: 2000,
  folderDepth: 8,
  nested: 50,
  /** Agents, skills or commands of one folder. */
  definitions: 200,
  nameChars: 64,
  descriptionChars: 1024,
  /** Mentions of one prompt that are looked up, and that are attached. */
  mentions: 256,
  attachments: 32,
  pathChars: 1024,
  /** Characters of one attached file, and of all of them; entries of one attached folder. */
  attachedChars: 60_000,
  allAttachedChars: 240_000,
  folderEntries: 200,
  /** Bytes of one attached image. */
  imageBytes: 3_750_000,
  /** Files and projects that are remembered. */
  rememberedFiles: 1000,
  rememberedProjects: 32,
  /** A file changed so recently may change again without a sign of it. */
  freshMs: 100,
} as const;
