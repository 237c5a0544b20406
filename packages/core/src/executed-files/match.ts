import { exactParts } from "../format/exact-text.ts";
import { executedFiles } from "./table.ts";

/**
 * A file name as the most permissive file system compares it. It ignores case, Unicode form and invisible characters (macOS),
 * and trailing dots and spaces and any part after a colon (Windows).
 */
export function normalizeName(name: string): string {
  const visible = name.normalize("NFKC").replace(/\p{Default_Ignorable_Code_Point}/gu, "");
  const plain = visible.toUpperCase().toLowerCase().normalize("NFKC");
  return plain.replace(/:.*$/s, "").replace(/[. ]+$/, "") || plain;
}

/** A name in a pattern: exact, or with `*` for any characters. */
export type NameTest = (folded: string) => boolean;

function nameTest(pattern: string): NameTest {
  const pieces = normalizeName(pattern).split("*");
  if (pieces.length === 1) return (name) => name === pieces[0];
  const source = pieces.map((piece) => piece.replace(/[.+?^${}()|[\]\\]/g, "\\$&")).join(".*");
  const test = new RegExp(`^${source}$`, "s");
  return (name) => test.test(name);
}

/** One for each name of a path. */
export function nameTests(path: string): readonly NameTest[] {
  return path.split("/").map(nameTest);
}

const tests = executedFiles.flatMap(({ program, paths }) =>
  paths.map((path) => ({ program, path, names: nameTests(path) })),
);

export interface ExecutedFile {
  readonly program: string;
  /** The path in the table that it matches. */
  readonly path: string;
}

/** The program that executes or trusts a file of a project; null for an ordinary file. */
export function executedBy(file: string): ExecutedFile | null {
  const parts = file.split(/[/\\]/).map(normalizeName);
  const fits = (names: readonly NameTest[], from: number) =>
    names.every((test, index) => test(parts[from + index] ?? ""));
  for (const { program, path, names } of tests) {
    if (parts.some((_, from) => fits(names, from))) return { program, path };
  }
  return null;
}

/** A name on one line, with invisible characters shown by code: `a<U+202E>b`. */
export function exactName(name: string): string {
  return name
    .split(/([\t\n])/)
    .flatMap((part) =>
      part === "\t" || part === "\n"
        ? [`<U+000${part === "\t" ? "9" : "A"}>`]
        : exactParts(part).map(({ text, hidden }) => (hidden === null ? text : `<${hidden}>`)),
    )
    .join("");
}
