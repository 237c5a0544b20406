import { globMatcher } from "./glob-matcher.ts";

/** What a `.gitignore` says about a path: taken out, taken in again, or nothing. */
export type IgnoreRules = (path: string, isFolder: boolean) => boolean | null;

const longestRule = 1000;

/** The rules of one `.gitignore`, for paths from its own folder on. The last rule that fits decides. */
export function ignoreRules(text: string): IgnoreRules {
  const rules = text.split("\n").flatMap((line) => rule(line.replace(/\r$/, "")));
  return (path, isFolder) => {
    const fits = rules.findLast(({ folderOnly, matches }) => (isFolder || !folderOnly) && matches(path));
    return fits === undefined ? null : !fits.takesIn;
  };
}

interface Rule {
  readonly takesIn: boolean;
  readonly folderOnly: boolean;
  readonly matches: (path: string) => boolean;
}

function rule(line: string): Rule[] {
  const trimmed = line.replace(/(?<!\\)[ \t]+$/, "");
  if (trimmed === "" || trimmed.startsWith("#") || trimmed.length > longestRule) return [];
  const takesIn = trimmed.startsWith("!");
  const pattern = takesIn ? trimmed.slice(1) : trimmed;
  const folderOnly = pattern.endsWith("/");
  const plain = folderOnly ? pattern.slice(0, -1) : pattern;
  if (plain === "") return [];
  // Braces mean nothing to git.
  const literal = plain.replaceAll("{", "[{]");
  return [{ takesIn, folderOnly, matches: globMatcher(literal) }];
}
