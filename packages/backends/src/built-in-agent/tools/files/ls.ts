import type { Dir, Dirent } from "node:fs";
import { opendir } from "node:fs/promises";
import { z } from "zod";
import { type FileFailure, systemFailure } from "../../../project/file-failure.ts";
import { inFolder } from "../../../project/safe-open.ts";
import { displayName } from "../display-name.ts";
import { limits } from "../limits.ts";
import { globMatcher } from "../search/glob-matcher.ts";
import { defineTool, failed } from "../tool.ts";

const input = z.object({
  path: z.string().min(1).optional().describe("The folder. Default: the project's folder."),
  ignore: z.array(z.string()).optional().describe("Names to exclude, such as *.log."),
});

export const ls = defineTool<z.infer<typeof input>>({
  name: "LS",
  description: "Lists the contents of a folder. Names of folders end with a slash.",
  input,
  effect: "read",
  run: async ({ path = ".", ignore = [] }, { project }) => {
    const place = await project.resolve(path);
    if (!place.ok) return failed(place.code, place.message);
    const ignored = ignore.map(globMatcher);
    const listed = await inFolder(project, place.path, async (folder) =>
      listing(await opendir(folder), (name) => ignored.some((matches) => matches(name))),
    ).catch((error: unknown): FileFailure => folderFailure(place.shown, error));
    if (!listed.ok) return failed(listed.code, listed.message);
    const { names, more } = listed;
    if (names.length === 0) return { ok: true, text: "(The folder is empty.)" };
    return { ok: true, text: [...names, ...(more > 0 ? [`[… ${more} more]`] : [])].join("\n") };
  },
});

interface Listing {
  readonly ok: true;
  readonly names: readonly string[];
  readonly more: number;
}

async function listing(folder: Dir, isIgnored: (name: string) => boolean): Promise<Listing> {
  const names: string[] = [];
  let more = 0;
  for await (const entry of folder) {
    if (isIgnored(entry.name)) continue;
    if (names.length < limits.listEntries) names.push(displayName(entry.name) + kindMark(entry));
    else more++;
  }
  return { ok: true, names: names.sort(), more };
}

function kindMark(entry: Dirent): string {
  return entry.isDirectory() ? "/" : entry.isSymbolicLink() ? "@" : "";
}

function folderFailure(shown: string, error: unknown): FileFailure {
  return (error as NodeJS.ErrnoException).code === "ENOTDIR"
    ? { ok: false, code: "not_a_folder", message: `${shown} is not a folder. Use Read for files.` }
    : systemFailure(shown, error);
}
