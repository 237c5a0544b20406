import { limits } from "../limits.ts";

/**
 * Compiles a file name pattern: `*`, `?`, `[a-z]`, `{a,b}`, and `**` for any folders. A pattern without a slash matches
 * a name at any depth. Matching takes time linear in pattern and path, whatever the pattern.
 */
export function globMatcher(pattern: string): (path: string) => boolean {
  const ways = alternatives(pattern).map((way) => {
    const plain = way.replace(/^\.?\//, "");
    return (way.includes("/") ? plain : `**/${plain}`).split("/").map(segment);
  });
  return (path) => {
    const names = path.split("/").map((name) => [...name]);
    return ways.some((segments) => matchesPath(segments, names));
  };
}

type Token = "star" | ((character: string) => boolean);
type Segment = "folders" | readonly Token[];

/** Expands `a{b,c}d` to `abd` and `acd`. Beyond a limit, the remaining braces are literal. */
function alternatives(pattern: string): string[] {
  let open = [pattern];
  const done: string[] = [];
  while (open.length > 0 && open.length + done.length <= limits.globAlternatives) {
    const next: string[] = [];
    for (const way of open) {
      const parts = firstBraces(way);
      if (parts === null) done.push(way);
      else next.push(...parts);
    }
    open = next;
  }
  return [...done, ...open].slice(0, limits.globAlternatives);
}

function firstBraces(pattern: string): string[] | null {
  const start = pattern.indexOf("{");
  if (start === -1) return null;
  let depth = 0;
  let from = start + 1;
  const choices: string[] = [];
  for (let at = start; at < pattern.length; at++) {
    const character = pattern[at];
    if (character === "{") depth++;
    if (character === "}") depth--;
    if (depth === 0 || (depth === 1 && character === ",")) {
      choices.push(pattern.slice(from, at));
      from = at + 1;
    }
    if (depth === 0) {
      if (choices.length < 2) return null;
      return choices.map((choice) => pattern.slice(0, start) + choice + pattern.slice(at + 1));
    }
  }
  return null;
}

function segment(text: string): Segment {
  if (text === "**") return "folders";
  const tokens: Token[] = [];
  const characters = [...text];
  for (let at = 0; at < characters.length; at++) {
    const character = characters[at] as string;
    if (character === "*") {
      if (tokens.at(-1) !== "star") tokens.push("star");
    } else if (character === "?") {
      tokens.push(() => true);
    } else if (character === "[" && characters.indexOf("]", at + 2) !== -1) {
      const end = characters.indexOf("]", at + 2);
      tokens.push(oneOf(characters.slice(at + 1, end)));
      at = end;
    } else {
      const wanted = character === "\\" && at + 1 < characters.length ? characters[++at] : character;
      tokens.push((other) => other === wanted);
    }
  }
  return tokens;
}

function oneOf(inside: readonly string[]): (character: string) => boolean {
  const negated = inside[0] === "!" || inside[0] === "^";
  const ranges: [string, string][] = [];
  for (let at = negated ? 1 : 0; at < inside.length; at++) {
    const from = inside[at] as string;
    const to = inside[at + 1] === "-" ? inside[at + 2] : undefined;
    ranges.push([from, to ?? from]);
    if (to !== undefined) at += 2;
  }
  return (character) => ranges.some(([from, to]) => from <= character && character <= to) !== negated;
}

/** `reach[i]`: whether the segments so far match exactly the first i names. */
function matchesPath(segments: readonly Segment[], names: readonly (readonly string[])[]): boolean {
  let reach = [true, ...names.map(() => false)];
  for (const part of segments) {
    const next = names.map(() => false);
    next.push(false);
    if (part === "folders") {
      for (let at = 0, any = false; at < reach.length; at++) {
        any ||= reach[at] === true;
        next[at] = any;
      }
    } else {
      for (const [at, name] of names.entries()) next[at + 1] = reach[at] === true && matchesName(part, name);
    }
    reach = next;
  }
  return reach.at(-1) === true;
}

/** Backtracks to the last star only: an earlier one never has to match more. */
function matchesName(tokens: readonly Token[], name: readonly string[]): boolean {
  let [at, token, star, mark] = [0, 0, -1, 0];
  while (at < name.length) {
    const wanted = tokens[token];
    if (wanted === "star") {
      star = token++;
      mark = at;
    } else if (wanted?.(name[at] as string)) {
      at++;
      token++;
    } else if (star !== -1) {
      token = star + 1;
      at = ++mark;
    } else return false;
  }
  while (tokens[token] === "star") token++;
  return token === tokens.length;
}
