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
  ENOENT: ["not_found", "does not exist; look for it with Glob or LS."],
  ENOTDIR: ["not_found", "does not exist: a part of its path is a file."],
  EISDIR: ["is_folder", "is a folder; use LS."],
  EEXIST: ["changed_on_disk", "was made by somebody else meanwhile; read it first."],
  EACCES: ["no_permission", "may not be used by this user."],
  EPERM: ["no_permission", "may not be used by this user."],
  EROFS: ["no_permission", "is on a disk that cannot be written to."],
  ENAMETOOLONG: ["bad_path", "is too long a name."],
  ELOOP: ["outside_project", "is a link now; read it again."],
  ENXIO: ["not_a_file", "is no ordinary file."],
  ENOSPC: ["disk_full", "does not fit on the disk."],
  EDQUOT: ["disk_full", "does not fit on the disk."],
};

/** What the system said about a file, as a failure. What it does not know how to say is a bug, and thrown. */
export function systemFailure(shown: string, error: unknown): FileFailure {
  const { code = "", message = "" } = error as NodeJS.ErrnoException;
  if (code === "") throw error;
  const [ours, sentence] = known[code] ?? ["system", `could not be used: ${message}.`];
  return fileFailure(ours, `${shown} ${sentence}`);
}
