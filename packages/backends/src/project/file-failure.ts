/** Why a file could not be read or written: a code for programs, a sentence that says what to do. */
export interface FileFailure {
  readonly ok: false;
  readonly code: string;
  readonly message: string;
}

export function fileFailure(code: string, message: string): FileFailure {
  return { ok: false, code, message };
}

const known: Readonly<Record<string, readonly [code: string, sentence: string]>> = {
  ENOENT: ["not_found", "does not exist. Find it with Glob or LS."],
  ENOTDIR: ["not_found", "does not exist: a part of its path is a file."],
  EISDIR: ["is_folder", "is a folder. Use LS."],
  EEXIST: ["changed_on_disk", "was created by another process. Read it first."],
  EACCES: ["no_permission", "cannot be accessed: permission denied."],
  EPERM: ["no_permission", "cannot be accessed: permission denied."],
  EROFS: ["no_permission", "is on a read-only disk."],
  ENAMETOOLONG: ["bad_path", "has a name that is too long."],
  ELOOP: ["outside_project", "is now a link. Read it again."],
  ENXIO: ["not_a_file", "is not a regular file."],
  ENOSPC: ["disk_full", "cannot be written: the disk is full."],
  EDQUOT: ["disk_full", "cannot be written: the disk quota is exceeded."],
};

/** Converts a system error to a failure. An error without a code is a bug and is thrown. */
export function systemFailure(shown: string, error: unknown): FileFailure {
  const { code = "", message = "" } = error as NodeJS.ErrnoException;
  if (code === "") throw error;
  const [ours, sentence] = known[code] ?? ["system", `could not be accessed: ${message}.`];
  return fileFailure(ours, `${shown} ${sentence}`);
}
