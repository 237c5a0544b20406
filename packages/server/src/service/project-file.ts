import { constants } from "node:fs";
import { open, realpath } from "node:fs/promises";
import path from "node:path";
import type { ProjectFile } from "@polylog/core";
import { PolylogError } from "../errors.ts";
import { limits } from "../limits.ts";
import { insideProject } from "./tree.ts";

/** What a person sees of a file: its beginning where it is long, and nothing where it is no text. */
export async function readProjectFile(projectRoot: string, inner: string): Promise<ProjectFile> {
  const file = await insideProject(projectRoot, inner);
  // A pipe without a writer would never open.
  const handle = await open(file, constants.O_RDONLY | constants.O_NONBLOCK).catch(() => null);
  if (handle === null) throw notAFile(inner);
  try {
    const stat = await handle.stat();
    if (!stat.isFile()) throw notAFile(inner);
    const bytes = Buffer.alloc(Math.min(stat.size, limits.previewBytes));
    const { bytesRead } = await handle.read(bytes, 0, bytes.length, 0);
    const isCut = stat.size > bytesRead;
    const text = textOf(bytes.subarray(0, bytesRead), isCut);
    const name = path.relative(await realpath(projectRoot), file);
    return { path: name, size: stat.size, text, truncated: text !== null && isCut };
  } finally {
    await handle.close();
  }
}

/** Null where it is no text. A letter that the cut goes through is left out. */
function textOf(bytes: Buffer, isCut: boolean): string | null {
  if (bytes.includes(0)) return null;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: isCut });
  } catch {
    return null;
  }
}

function notAFile(inner: string): PolylogError {
  return new PolylogError("not_found", "There is no such file in the project.", { path: inner });
}
