import path from "node:path";
import type { ModelRequest, Schema } from "../conversation.ts";
import { isUser } from "../conversation.ts";
import { named, type Values } from "./fill-input.ts";

const pathNames = ["file_path", "filePath", "path", "absolute_path", "target_file", "filename", "file"];

/** A file's path under each name that a tool may have for it; absolute where the tool says that it must be. */
export function pathValues(request: ModelRequest, schema: Schema, given: string): Values {
  const name = pathNames.find((candidate) => schema.properties?.[candidate] !== undefined);
  const described = `${name} ${String(schema.properties?.[name ?? ""]?.description ?? "")}`;
  const folder = /absolute/i.test(described) && !path.isAbsolute(given) ? folderOf(request) : null;
  return named(pathNames, folder === null ? given : path.posix.join(folder, given));
}

const mentions = [
  /<cwd>([^<\n]+)<\/cwd>/,
  /(?:current |primary )?working directory(?: is)?: *`?([^\s`]+)/i,
  /working in the directory: *`?([^\s`]+)/i,
];

/** The folder in which the agent works, where it tells the model. */
function folderOf({ system, turns }: ModelRequest): string | null {
  const instructions = [system, ...turns.filter(isUser).flatMap(({ texts }) => texts)].join("\n");
  for (const mention of mentions) {
    const folder = mention.exec(instructions)?.[1];
    if (folder !== undefined) return folder;
  }
  return null;
}
