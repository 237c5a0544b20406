/** The limits for finding what agent programs would execute from a project. */
export const limits = {
  /**
   * Files that are hashed for one folder, their bytes, and their depth. A folder that exceeds one cannot be trusted.
   */
  agentFiles: 5000,
  agentFileBytes: 128 * 1024 * 1024,
  agentFileDepth: 32,
  /** Folders below the root that are searched for nested settings, those near the root first, and their depth. */
  nestedFolders: 20_000,
  nestedDepth: 24,
  /** Bytes of a settings file that is searched for script names, and the number of words that are looked up. */
  settingsBytes: 1024 * 1024,
  settingsWords: 2000,
  wordChars: 1024,
  /** Files that are hashed in parallel, and bytes of one that are read at a time. */
  atOnce: 16,
  pieceBytes: 256 * 1024,
  /** Cached hashes, and the minimum age of a file's last change: a newer file may change without a new time. */
  rememberedHashes: 50_000,
  freshMs: 2000,
} as const;
