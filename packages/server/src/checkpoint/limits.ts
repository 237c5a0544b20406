import { limits as coreLimits } from "@polylog/core";

/** All limits of checkpoints. Beyond any of them, no checkpoint is made and the reason is reported. */
export const limits = {
  /** Files per project. */
  files: 50_000,
  /** Bytes per file. A larger file is left out and never changed by a restore. */
  fileBytes: 5 * 1024 * 1024,
  /** Bytes of the exclude file of the user's clone. */
  excludeBytes: 1024 * 1024,
  /** Bytes of all files together. */
  totalBytes: 2 * 1024 * 1024 * 1024,
  /** The time limit of one operation. */
  operationMs: 60_000,
  /** Bytes of output from git. */
  answerBytes: 64 * 1024 * 1024,
  /** Files inspected concurrently. */
  atOnce: 64,
  /** Files in the change report of a run, files per page of changes, and bytes of all their diffs. */
  changedFiles: coreLimits.reportFiles,
  pageFiles: 100,
  diffBytes: 1024 * 1024,
  /** Bytes of a project's journal, beyond which its older half is dropped, and files per line of it. */
  journalBytes: 8 * 1024 * 1024,
  journalPaths: 5000,
  /** How long a project that could not be saved is not retried. */
  retryMs: 10 * 60_000,
} as const;
