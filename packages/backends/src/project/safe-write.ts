import { randomUUID } from "node:crypto";
import { constants } from "node:fs";
import { chown, link, lstat, open, rename, rm } from "node:fs/promises";
import path from "node:path";
import { type FileFailure, fileFailure, systemFailure } from "./file-failure.ts";
import type { Place, ProjectFolder } from "./project-folder.ts";
import { inNewFolder } from "./safe-open.ts";
import { type FileState, stateOf } from "./safe-read.ts";

const { O_CREAT, O_EXCL, O_NOFOLLOW, O_WRONLY } = constants;

/**
 * Replaces a file's content atomically: readers see the old or the new content. `expected` is the file's last known
 * state, or null if it did not exist. If the file differs from it, nothing is written.
 */
export async function safeWrite(
  project: ProjectFolder,
  place: Place,
  bytes: Buffer,
  expected: FileState | null,
): Promise<{ readonly ok: true } | FileFailure> {
  const refusal = protectedPath(place) ?? readOnly(place, expected);
  if (refusal !== null) return refusal;
  try {
    return await inNewFolder(project, path.dirname(place.path), async (folder) => {
      const file = path.join(folder, path.basename(place.path));
      const part = path.join(folder, `.polylog-${randomUUID()}`);
      try {
        await writePart(part, bytes, expected === null ? 0o666 : expected.mode);
        if (expected === null) await createAs(part, file);
        else if (await replaceIf(part, file, expected)) return { ok: true };
        else return changed(place);
        return { ok: true };
      } finally {
        await rm(part, { force: true });
      }
    });
  } catch (error) {
    return systemFailure(place.shown, error);
  }
}

/** Protects git's own files, which can run commands later in the user's name. */
function protectedPath({ path: real, shown }: Place): FileFailure | null {
  if (!real.split(path.sep).some((name) => name.toLowerCase() === ".git")) return null;
  return fileFailure("protected_path", `${shown} belongs to git. Change it with a git command.`);
}

function readOnly({ shown }: Place, expected: FileState | null): FileFailure | null {
  if (expected === null || (expected.mode & 0o222) !== 0) return null;
  return fileFailure("no_permission", `${shown} is read-only. Make it writable first.`);
}

async function writePart(part: string, bytes: Buffer, mode: number): Promise<void> {
  const file = await open(part, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}

const noLinks = new Set(["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EMLINK"]);

/** Fails if the file exists by now. On disks without hard links, the check and the rename are separate steps. */
async function createAs(part: string, file: string): Promise<void> {
  try {
    await link(part, file);
  } catch (error) {
    if (!noLinks.has((error as NodeJS.ErrnoException).code ?? "")) throw error;
    // A file that cannot be looked up counts as missing.
    if ((await lstat(file).catch(() => null)) !== null) {
      throw Object.assign(new Error(`${file} exists.`), { code: "EEXIST" });
    }
    await rename(part, file);
  }
}

async function replaceIf(part: string, file: string, expected: FileState): Promise<boolean> {
  // A removed file is not the expected one.
  const found = await lstat(file, { bigint: true }).catch(() => null);
  if (found === null || !found.isFile() || stateOf(found).id !== expected.id) return false;
  await keepOwner(part, Number(found.uid), Number(found.gid), expected.mode);
  await rename(part, file);
  return true;
}

/** Keeps a file's owner if possible. Only root may give files to another user. */
async function keepOwner(part: string, uid: number, gid: number, mode: number): Promise<void> {
  const handle = await open(part, O_WRONLY | O_NOFOLLOW);
  try {
    const { uid: ownUid, gid: ownGid } = await handle.stat();
    // Only root can change the owner. Otherwise the file belongs to this process's user.
    if (ownUid !== uid || ownGid !== gid) await chown(part, uid, gid).catch(() => undefined);
    // After the owner changes, because that removes special permissions; and without this process's umask.
    await handle.chmod(mode);
  } finally {
    await handle.close();
  }
}

function changed({ shown }: Place): FileFailure {
  return fileFailure("changed_on_disk", `${shown} has changed on disk. Read it again.`);
}
