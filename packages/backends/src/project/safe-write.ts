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
 * Gives a file a new content, all of it or none: who reads it sees the old one or the new one. `expected` is how the
 * file was found, or null if it was not there; where that is no longer so, nothing is written.
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

/** What git keeps in a project runs commands of its own, later and in the person's name. */
function protectedPath({ path: real, shown }: Place): FileFailure | null {
  if (!real.split(path.sep).some((name) => name.toLowerCase() === ".git")) return null;
  return fileFailure("protected_path", `${shown} belongs to git; change it by a git command.`);
}

function readOnly({ shown }: Place, expected: FileState | null): FileFailure | null {
  if (expected === null || (expected.mode & 0o222) !== 0) return null;
  return fileFailure("no_permission", `${shown} is read-only; make it writable first if it is to change.`);
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

/** Fails where there is a file by now. Some disks know no links; there the look and the deed are two steps. */
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

/** Only root may give a file to somebody else; where that is not allowed it belongs to who wrote it. */
async function keepOwner(part: string, uid: number, gid: number, mode: number): Promise<void> {
  const handle = await open(part, O_WRONLY | O_NOFOLLOW);
  try {
    const { uid: ownUid, gid: ownGid } = await handle.stat();
    // Only root may change the owner; without it the file is ours.
    if (ownUid !== uid || ownGid !== gid) await chown(part, uid, gid).catch(() => undefined);
    // After the change of owner, which takes special permissions away; and past the mask of this process.
    await handle.chmod(mode);
  } finally {
    await handle.close();
  }
}

function changed({ shown }: Place): FileFailure {
  return fileFailure("changed_on_disk", `${shown} has changed on disk meanwhile; read it again.`);
}
