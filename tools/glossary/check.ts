import { readFileSync } from "node:fs";
import path from "node:path";
import { listDocuments, listSourceFiles } from "../source/list-files.ts";
import { proseOf } from "../source/markdown.ts";
import { isNode, type Node, parseSource } from "../source/parse.ts";
import type { Exceptions } from "./exceptions.ts";
import { avoidedWords, containsWord, wordsOfName } from "./words.ts";

/** Something that was written: a name, or a piece of text, and its words. */
type WordUse = { readonly at: string; readonly name: string | null; readonly words: readonly string[] };

const productFile = /^(?:packages|apps)\/[^/]+\/src\//;
const EXCEPTIONS_FILE = "tools/glossary/exceptions.ts";

/** Where the product's names, comments and documents use a word that the glossary avoids; and exceptions without use. */
export function checkGlossary(root: string, { unchecked, names }: Exceptions): string[] {
  const read = (file: string) => readFileSync(path.join(root, file), "utf8");
  const sources = listSourceFiles(root).filter((file) => productFile.test(file));
  const found = [
    ...sources.flatMap((file) => inSource(file, read(file))),
    ...listDocuments(root)
      .filter(isChecked)
      .map((file) => textAt(file, proseOf(read(file)))),
  ];
  const usedNames = new Set<string>();
  const usedUnchecked = new Set<string>();
  const faults = avoidedWords(read("GLOSSARY.md")).flatMap((word) =>
    found.flatMap(({ at, name, words }) => {
      if (!containsWord(words, word)) return [];
      const list = name === null ? unchecked.text : unchecked.names;
      if (list.includes(word)) usedUnchecked.add(keyOf(name === null ? "text" : "names", word));
      else if (name !== null && names.includes(name)) usedNames.add(name);
      else return [`${at}: ${name ?? "the text"} says "${word}"; see GLOSSARY.md for the word to use`];
      return [];
    }),
  );
  const needless = [
    ...names.filter((name) => !usedNames.has(name)),
    ...unchecked.names.filter((word) => !usedUnchecked.has(keyOf("names", word))),
    ...unchecked.text.filter((word) => !usedUnchecked.has(keyOf("text", word))),
  ];
  return [
    ...faults,
    ...needless.map(
      (name) => `${EXCEPTIONS_FILE}: nothing needs the exception "${name}" any more; remove it`,
    ),
  ];
}

function keyOf(list: keyof Exceptions["unchecked"], word: string): string {
  return `${list} ${word}`;
}

/** The file's own name, the names it declares at its top, and its comments. */
function inSource(file: string, text: string): WordUse[] {
  const { program, comments, lineAt } = parseSource(file, text);
  return [
    nameAt(file, path.posix.basename(file)),
    ...(program.body as Node[]).flatMap((statement) =>
      declaredBy(statement).map((name) => nameAt(`${file}:${lineAt(statement.start)}`, name)),
    ),
    ...comments.map(({ value, start }) => textAt(`${file}:${lineAt(start)}`, value.replace(/`[^`]*`/g, ""))),
  ];
}

function declaredBy(statement: Node): string[] {
  const declaration = isNode(statement.declaration) ? statement.declaration : statement;
  const list = (declaration.declarations as Node[] | undefined) ?? [declaration];
  return list.flatMap(({ id }) => (isNode(id) && typeof id.name === "string" ? [id.name] : []));
}

function nameAt(at: string, name: string): WordUse {
  return { at, name, words: wordsOfName(name.replace(/\.\w+$/, "")) };
}

function textAt(at: string, text: string): WordUse {
  return { at, name: null, words: text.toLowerCase().match(/[a-z]+/g) ?? [] };
}

/** The root's documents and the pages in docs. The changelog and the decisions keep the words of their time. */
function isChecked(file: string): boolean {
  return (
    /^(?:docs\/(?!decisions\/)(?:[^/]+\/)?)?[^/]+$/.test(file) &&
    !["CHANGELOG.md", "GLOSSARY.md"].includes(file)
  );
}
