import { globMatcher } from "./glob-matcher.ts";

/** Whether a `.gitignore` excludes a path (true), includes it again (false), or has no rule for it (null). */
export type IgnoreRules = (path: string, isFolder: boolean) => boolean | null;

const longestRule = 1000;

/** The rules of one `.gitignore`, for paths relative to its folder. The last matching rule wins. */
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
  // Braces have no meaning in git.
  const literal = plain.replaceAll("{", "[{]");
  return [{ takesIn, folderOnly, matches: globMatcher(literal) }];
}
