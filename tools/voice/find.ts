import { readFileSync } from "node:fs";
import path from "node:path";
import { listDocuments, listSourceFiles } from "../source/list-files.ts";
import { proseOf } from "../source/markdown.ts";
import { isNode, type Node, parseSource, type Source, walk } from "../source/parse.ts";
import { type Phrase, phrases } from "./phrases.ts";

export type Hit = {
  readonly file: string;
  readonly line: number;
  /** As the file spells it. */
  readonly text: string;
  readonly phrase: Phrase;
};

type Range = { readonly start: number; readonly end: number };

/** One search for all phrases: text is read once, and the first phrase that matches at a place counts. */
const anyPhrase = new RegExp(phrases.map(({ pattern }) => pattern).join("|"), "gi");
const single = phrases.map((phrase) => ({ phrase, pattern: new RegExp(phrase.pattern, "iy") }));

const ownFolder = "tools/voice/";
const testFile = /\/test\/|\.test\.tsx?$/;

/** The phrases to avoid in strings, comments, test titles and documents, by file and line. */
export function findHits(root: string): Hit[] {
  const read = (file: string) => readFileSync(path.join(root, file), "utf8");
  const sources = listSourceFiles(root).filter((file) => !file.startsWith(ownFolder));
  const documents = listDocuments(root).filter((file) => !testFile.test(file));
  return [
    ...sources.flatMap((file) => hitsInSource(file, read(file))),
    ...documents.flatMap((file) => hitsIn(file, proseOf(read(file)))),
  ];
}

export function formatHit({ file, line, text, phrase }: Hit): string {
  return `${file}:${line}: "${text}": ${phrase.why}; write ${phrase.use}`;
}

/** Parsing is slow, so each step waits for a match that needs it: most are in comments, which need no syntax tree. */
function hitsInSource(file: string, text: string): Hit[] {
  let source: Source | undefined;
  let comments: Range[] | undefined;
  let strings: Range[] | undefined;
  return hitsIn(file, text, (match) => {
    source ??= parseSource(file, text);
    comments ??= joined(source.comments, text);
    if (within(comments, match)) return true;
    strings ??= testFile.test(file) ? titlesIn(source.program) : stringsIn(source.program);
    return within(strings, match);
  });
}

function hitsIn(file: string, text: string, counts: (match: Range) => boolean = () => true): Hit[] {
  const hits: Hit[] = [];
  let line = 1;
  let from = 0;
  for (const { 0: found, index } of text.matchAll(anyPhrase)) {
    if (!counts({ start: index, end: index + found.length })) continue;
    line += text.slice(from, index).split("\n").length - 1;
    from = index;
    hits.push({ file, line, text: found.replace(/[\s*/]+/g, " "), phrase: phraseAt(text, index) });
  }
  return hits;
}

function phraseAt(text: string, index: number): Phrase {
  const match = single.find(({ pattern }) => {
    pattern.lastIndex = index;
    return pattern.test(text);
  });
  if (match === undefined) throw new Error("No phrase matches here.");
  return match.phrase;
}

/** Comments with nothing but white space between them are one text. */
function joined(comments: readonly Range[], text: string): Range[] {
  const ranges: Range[] = [];
  for (const { start, end } of comments) {
    const last = ranges.at(-1);
    if (last !== undefined && text.slice(last.end, start).trim() === "") {
      ranges[ranges.length - 1] = { start: last.start, end };
    } else ranges.push({ start, end });
  }
  return ranges;
}

function stringsIn(program: Node): Range[] {
  const found: Node[] = [];
  walk(program, (node) => {
    if (isString(node) || node.type === "JSXText") found.push(node);
  });
  return found;
}

/** Other strings of a test are input, or repeat what the product says. */
function titlesIn(program: Node): Range[] {
  const found: Node[] = [];
  walk(program, (node) => {
    if (node.type !== "CallExpression" || !isTest(node.callee)) return;
    const [title] = node.arguments as Node[];
    if (title !== undefined && isString(title)) found.push(title);
  });
  return found;
}

/** `test`, and what is made of it, as in `test.skip.each(rows)`. */
function isTest(callee: unknown): boolean {
  if (!isNode(callee)) return false;
  if (callee.type === "Identifier") return ["test", "it", "describe"].includes(callee.name as string);
  return isTest(callee.type === "MemberExpression" ? callee.object : callee.callee);
}

function isString(node: Node): boolean {
  return node.type === "TemplateLiteral" || (node.type === "Literal" && typeof node.value === "string");
}

function within(ranges: readonly Range[], match: Range): boolean {
  return ranges.some(({ start, end }) => start <= match.start && match.end <= end);
}
