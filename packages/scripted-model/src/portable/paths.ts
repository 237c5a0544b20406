import path from "node:path";
import { isUser, type ModelRequest, type Schema } from "../conversation.ts";
import { named, type Values } from "./fill-input.ts";

const pathNames = ["file_path", "filePath", "path", "absolute_path", "target_file", "filename", "file"];

/** A file's path under each common property name. Absolute if the tool requires it. */
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

/** The agent's working folder, if the system prompt or a message mentions it. */
function folderOf({ system, turns }: ModelRequest): string | null {
  const instructions = [system, ...turns.filter(isUser).flatMap(({ texts }) => texts)].join("\n");
  for (const mention of mentions) {
    const folder = mention.exec(instructions)?.[1];
    if (folder !== undefined) return folder;
  }
  return null;
}
