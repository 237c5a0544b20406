/** A fenced block of a document that names a file: a new file, or a change to one that exists. */
export type Sample =
  | { readonly kind: "file"; readonly path: string; readonly text: string }
  | { readonly kind: "change"; readonly path: string; readonly lines: readonly string[] };

const fence = /^```(\w+) (\S+)\n([\s\S]*?)^```$/gm;

/** Blocks without a path after their language only illustrate; they are not samples. */
export function samplesOf(document: string): Sample[] {
  return [...document.matchAll(fence)].map(([, language, path = "", body = ""]) =>
    language === "diff"
      ? { kind: "change", path, lines: body.trimEnd().split("\n") }
      : { kind: "file", path, text: body },
  );
}

/**
 * Applies the lines of a `diff` block: those after a space or a minus must stand together in the text exactly once.
 * A line `…` separates two places of the same file.
 */
export function applyChange(text: string, lines: readonly string[]): string {
  return split(lines).reduce(applyHunk, text);
}

function split(lines: readonly string[]): string[][] {
  const hunks: string[][] = [[]];
  for (const line of lines) {
    if (line.trim() === "…") hunks.push([]);
    else hunks.at(-1)?.push(line);
  }
  return hunks;
}

function applyHunk(text: string, hunk: readonly string[]): string {
  const side = (left: string) =>
    hunk
      .filter((line) => !line.startsWith(left))
      .map((line) => `${line.slice(1)}\n`)
      .join("");
  const [before, after] = [side("+"), side("-")];
  const places = text.split(before).length - 1;
  if (before === "" || places !== 1) {
    throw new Error(`The file contains the document's lines ${places} times instead of once:\n${before}`);
  }
  return text.replace(before, () => after);
}
