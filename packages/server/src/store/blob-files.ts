import { createHash } from "node:crypto";
import { constants } from "node:fs";
import { lstat, mkdir, open, readdir, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import { NotRegularFile } from "./files/regular-file.ts";

/** Large tool outputs in the home: a folder per session, and a file per output, named by its hash. */

const sessionName = /^[0-9A-Za-z_-]+$/;
const blobName = /^[0-9a-f]{64}$/;

export const blobFolder = (home: string) => path.join(home, "blobs");

/** The sessions with large outputs. */
export async function sessionsWithBlobs(folder: string): Promise<string[]> {
  return (await namesIn(folder)).filter((name) => sessionName.test(name));
}

export async function blobIds(folder: string, sessionId: string): Promise<string[]> {
  if (!sessionName.test(sessionId)) return [];
  return (await namesIn(path.join(folder, sessionId))).filter((name) => blobName.test(name));
}

/** Never follows a link, which could lead to any file. */
export async function readBlob(folder: string, sessionId: string, blobId: string): Promise<Buffer> {
  const file = path.join(folder, sessionId, blobId);
  const handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK).catch(
    (error: NodeJS.ErrnoException) => {
      throw error.code === "ELOOP" ? linked(file) : error;
    },
  );
  try {
    if (!(await handle.stat()).isFile())
      throw new NotRegularFile(`${file} is not a regular file. Remove it.`);
    return await handle.readFile();
  } finally {
    await handle.close();
  }
}

/** Rejects content that does not match the hash in its name. */
export async function writeBlob(
  folder: string,
  sessionId: string,
  blobId: string,
  content: Uint8Array,
): Promise<boolean> {
  const hash = createHash("sha256").update(content).digest("hex");
  if (!sessionName.test(sessionId) || hash !== blobId) return false;
  const file = path.join(folder, sessionId, blobId);
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  await writeFile(`${file}.part`, content, { mode: 0o600, flush: true });
  await rename(`${file}.part`, file);
  return true;
}

export async function copyBlobs(folder: string, from: string, to: string): Promise<void> {
  for (const blobId of await blobIds(folder, from))
    await writeBlob(folder, to, blobId, await readBlob(folder, from, blobId));
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    if ((await lstat(folder)).isSymbolicLink()) throw linked(folder);
    return (await readdir(folder)).sort();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}

function linked(file: string): NotRegularFile {
  return new NotRegularFile(`${file} is a symbolic link. Remove it.`);
}
