import { oneLineOrNull, onePath } from "../../format/one-line.ts";
import type { FileRef, FilesBlock } from "../blocks.ts";

const mostFiles = 500;

/** A list of files, each once. One is in the card's line already, and many are too many: those are folded. */
export function filesBlock(files: readonly FileRef[]): readonly FilesBlock[] {
  const seen = new Map<string, FileRef>();
  for (const { path, line, detail } of files) {
    const shown = onePath(path);
    if (shown !== "" && !seen.has(shown))
      seen.set(shown, { path: shown, line, detail: oneLineOrNull(detail) });
    if (seen.size === mostFiles) break;
  }
  if (seen.size === 0) return [];
  return [{ kind: "files", files: [...seen.values()], collapsed: seen.size === 1 || seen.size > 8 }];
}
