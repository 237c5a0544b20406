import { codeSpans } from "./code-spans.ts";
import { limits } from "./limits.ts";

/** `@path` or `@"path with spaces"` in a text. */
export interface Mention {
  /** Possible paths, the most likely first: punctuation may directly follow a path. */
  readonly candidates: readonly string[];
}

const mention = /(?<=^|[\s([{<,;:"'])@(?:"([^"\n]+)"|([^\s"'`<>|@]+))/gm;
const behind = /[.,;:!?)\]}*_…]$/u;

/** Finds possible mentions outside of code. Only the file system can tell whether each is a real one. */
export function findMentions(text: string): Mention[] {
  const found: Mention[] = [];
  const known = new Set<string>();
  const isCode = codeSpans(text);
  for (const { 1: quoted, 2: plain = "", index } of text.matchAll(mention)) {
    const name = quoted ?? plain;
    if (name.length > limits.pathChars || known.has(name) || isCode(index)) continue;
    known.add(name);
    const candidates = quoted === undefined ? shorter(name) : [name];
    if (candidates.length > 0) found.push({ candidates });
  }
  return found;
}

function shorter(name: string): string[] {
  const candidates = [name];
  for (let rest = name; behind.test(rest) && candidates.length < 5; ) {
    rest = rest.slice(0, -1);
    candidates.push(rest);
  }
  return candidates.filter((candidate) => !/^\.*$/.test(candidate));
}
