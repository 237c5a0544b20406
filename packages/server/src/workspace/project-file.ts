import path from "node:path";
import { withFile } from "@polylog/backends/project";
import type { ProjectFile } from "@polylog/core";
import { limits } from "../limits.ts";
import { insideProject } from "./project-folder.ts";

/** The preview of a file: the beginning of a long one, and nothing of a binary one. */
export function readProjectFile(
  projectRoot: string,
  inner: string,
  closed: readonly string[] = [],
): Promise<ProjectFile> {
  return insideProject(
    projectRoot,
    inner,
    (project, place) =>
      withFile(project, place, async (handle) => {
        const { size } = await handle.stat();
        const bytes = Buffer.alloc(Math.min(size, limits.previewBytes));
        const { bytesRead } = await handle.read(bytes, 0, bytes.length, 0);
        const isCut = size > bytesRead;
        const text = textOf(bytes.subarray(0, bytesRead), isCut);
        const name = path.relative(project.root, place.path);
        return { path: name, size, text, truncated: text !== null && isCut };
      }),
    closed,
  );
}

/** Null for binary data. A character that the truncation splits is dropped. */
function textOf(bytes: Buffer, isCut: boolean): string | null {
  if (bytes.includes(0)) return null;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: isCut });
  } catch {
    return null;
  }
}
