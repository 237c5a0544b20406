import { oneLineOrNull, onePath } from "../../format/one-line.ts";
import { plural } from "../../format/quantities.ts";
import type { FileRef, FilesBlock } from "../blocks.ts";

/** The files that a search found. Only names and numbers are taken from its output, never a file's content. */
export interface FileMatches {
  readonly files: readonly FileRef[];
  readonly matches: number;
}

/** How much of an output a card reads. */
const mostText = 400_000;
const mostLines = 10_000;

/** A name that cannot be a line of code. */
const name = String.raw`(?:[A-Za-z]:[\\/])?[^\s:;,"'\x60<>|=*?&$!#%^~+]{1,400}`;
const matchLine = new RegExp(`^(${name})[:](\\d{1,9})[:]`);
const countLine = new RegExp(`^(${name}):(\\d{1,9})$`);
const fileHead = new RegExp(`^(?:File: )?(${name}):?$`);
const numberedLine = /^\s*(?:Line |L)?(\d{1,9}):/;

/** The output of a search in files: `path:12:…`, lines below the name of their file, or names only. */
export function matchesIn(text: string, path: string | null): FileMatches {
  const found = new Map<string, { line: number | null; matches: number }>();
  const named = new Set<string>();
  let current = path;
  const add = (file: string, line: number | null, matches: number): void => {
    const known = found.get(file) ?? found.set(file, { line, matches: 0 }).get(file);
    if (known !== undefined) known.matches += matches;
  };
  for (const line of text.slice(0, mostText).split("\n", mostLines)) {
    const match = matchLine.exec(line);
    const counts = countLine.exec(line);
    const numbered = numberedLine.exec(line);
    const head = fileHead.exec(line);
    if (numbered !== null) current !== null && add(current, Number(numbered[1]), 1);
    else if (counts !== null) add(counts[1] as string, null, Number(counts[2]));
    else if (match !== null) add(match[1] as string, Number(match[2]), 1);
    else if (head !== null && looksLikePath(head[1] as string)) {
      current = head[1] as string;
      named.add(current);
    }
  }
  if (found.size === 0) for (const file of named) found.set(file, { line: null, matches: 0 });
  const files = [...found].map(([file, { line, matches }]) => ({
    path: file,
    line,
    detail: matches === 0 ? null : plural(matches, "match", "matches"),
  }));
  return { files, matches: [...found.values()].reduce((sum, file) => sum + file.matches, 0) };
}

function looksLikePath(text: string): boolean {
  return /[/\\]|\.\w{1,12}$/.test(text) && !/^[-.…()[\]{}/]+$/.test(text);
}

/** The output of a search for files: one name per line, between a header and a footer. */
export function namesIn(text: string): readonly FileRef[] {
  const names = text
    .slice(0, mostText)
    .split("\n", mostLines)
    .map((line) => line.trim());
  const paths = names.filter((line) => line.length <= 1000 && isListedPath(line));
  return [...new Set(paths)].map((path) => ({ path, line: null, detail: null }));
}

function isListedPath(line: string): boolean {
  if (/^(?:found \d|no files|no matches|\(|total )/i.test(line) || line.endsWith(":")) return false;
  return (
    /^(?:[A-Za-z]:[\\/]|\.{0,2}\/)./.test(line) || /^[^\s]+$/.test(line) || /^[^.!?]+\.\w{1,12}$/.test(line)
  );
}

const mostFiles = 500;

/** A list of distinct files. A single file is already in the card's line, and a long list is collapsed. */
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
