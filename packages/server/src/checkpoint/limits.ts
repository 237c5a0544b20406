import { limits as coreLimits } from "@polylog/core";

/** Every bound of checkpoints, in one place. Past one of them no checkpoint is made, and it is said why. */
export const limits = {
  /** Files of a project. */
  files: 50_000,
  /** Bytes of a file; a larger one is left out, and never touched by a restore. */
  fileBytes: 5 * 1024 * 1024,
  /** Bytes of what the person left out for their clone only. */
  excludeBytes: 1024 * 1024,
  /** Bytes of all files. */
  totalBytes: 2 * 1024 * 1024 * 1024,
  /** How long one operation may take. */
  operationMs: 60_000,
  /** Bytes that git may say. */
  answerBytes: 64 * 1024 * 1024,
  /** Files that are looked at at the same time. */
  atOnce: 64,
  /** Files of which changes are told with a run's end, files of one page of changes, and bytes of all their differences. */
  changedFiles: coreLimits.reportFiles,
  pageFiles: 100,
  diffBytes: 1024 * 1024,
  /** Bytes of a project's journal, past which its older half goes, and files that one line of it names. */
  journalBytes: 8 * 1024 * 1024,
  journalPaths: 5000,
  /** How long a project that could not be saved is not tried again. */
  retryMs: 10 * 60_000,
} as const;
