import path from "node:path";
import { displayName } from "../tools/display-name.ts";
import { limits } from "./limits.ts";
import { findMentions } from "./mentions.ts";
import { instructionNames } from "./nested-files.ts";
import type { TextFile, TextFiles } from "./text-files.ts";

/** A file with instructions that is part of the system prompt. */
export interface InstructionFile {
  readonly shown: string;
  readonly text: string;
}

export interface InstructionFiles {
  readonly files: readonly InstructionFile[];
  readonly notices: readonly string[];
}

/** Reads instructions from the project root or the user's configuration folder. Duplicate texts are included once. */
export async function instructionFiles(sources: {
  readonly own: TextFiles;
  readonly project: TextFiles;
}): Promise<InstructionFiles> {
  const notices: string[] = [];
  const files: InstructionFile[] = [];
  const seen = new Set<string>();
  let room: number = limits.allInstructionChars;
  const add = (file: TextFile) => {
    const text = file.text.trim();
    if (text === "" || seen.has(file.path) || seen.has(text)) return;
    seen.add(file.path).add(text);
    const most = Math.min(limits.instructionChars, room);
    const shown = displayName(file.shown);
    const kept = text.slice(0, most);
    room -= kept.length;
    const isCut = file.isCut || kept.length < text.length;
    if (isCut)
      notices.push(`${shown} is too long: the agent receives only its first ${kept.length} characters.`);
    if (kept !== "") files.push({ shown, text: isCut ? `${kept}\n[cut]` : kept });
  };
  const take = async (source: TextFiles, name: string): Promise<TextFile | null> => {
    const file = await source.read(name);
    if (file.ok) add(file);
    else if (file.code !== "not_found") notices.push(`${name} was skipped. ${file.message}`);
    return file.ok ? file : null;
  };
  await take(sources.own, "AGENTS.md");
  for (const name of instructionNames) {
    const file = await take(sources.project, name);
    if (file === null || name !== "CLAUDE.md") continue;
    for (const imported of importsOf(file)) await take(sources.project, imported);
  }
  return { files, notices };
}

/** The files that a CLAUDE.md imports with `@path`. Their own imports are not read. */
function importsOf({ text, shown }: TextFile): readonly string[] {
  const named = findMentions(text).flatMap(({ candidates }) => candidates.at(-1) ?? []);
  const files = named.filter((name) => path.extname(name) !== "" && !path.isAbsolute(name));
  return [...new Set(files)].slice(0, limits.imports).map((name) => path.join(path.dirname(shown), name));
}
