/** The bounds of looking for what agent programs would execute from a project. */
export const limits = {
  /** Files that are hashed for one folder, their bytes, and how deep they lie. Past one of these the folder cannot be trusted. */
  agentFiles: 5000,
  agentFileBytes: 128 * 1024 * 1024,
  agentFileDepth: 32,
  /** Folders below the root that are searched for those of programs that load nested ones, those near the root first, and how deep. */
  nestedFolders: 20_000,
  nestedDepth: 24,
  /** Bytes of a settings file that is read for the scripts it names, and how many words of it are looked up. */
  settingsBytes: 1024 * 1024,
  settingsWords: 2000,
  wordChars: 1024,
  /** Files that are hashed side by side, and bytes of one that are read at a time. */
  atOnce: 16,
  pieceBytes: 256 * 1024,
  /** Hashes that are remembered, and how old a file's last change must be: a newer one may change again without a sign of it. */
  rememberedHashes: 50_000,
  freshMs: 2000,
} as const;
