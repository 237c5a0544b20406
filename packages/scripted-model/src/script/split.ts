import { limits } from "../limits.ts";

/** A `[[…]]` group, split at `++`. Its pieces are unescaped and trimmed. */
export type Group = { readonly pieces: readonly string[]; readonly closed: boolean };

/**
 * The groups in a text. Brackets inside a group are balanced and kept, so that a group can contain a script for another
 * agent. A backslash escapes `[[`, `]]` and `++`. JSON after `tool` and `edit` is skipped as a whole.
 */
export function splitGroups(text: string): Group[] {
  const groups: Group[] = [];
  let brokenJson = 0;
  let from = text.indexOf("[[");
  while (from !== -1 && groups.length < limits.steps) {
    let at = from + 2;
    while (text[at] === "[") at += 1;
    if (!/^[a-z]+(?=\s|\]\]|$)/.test(text.slice(at, at + 20))) {
      from = text.indexOf("[[", at);
      continue;
    }
    const pieces: string[] = [];
    let piece = "";
    let depth = 1;
    let atStart = true;
    while (at < text.length && depth > 0) {
      if (atStart) {
        atStart = false;
        const end = brokenJson < limits.brokenJson ? endOfJsonCall(text, at) : null;
        if (end === -1) brokenJson += 1;
        else if (end !== null) {
          piece += text.slice(at, end);
          at = end;
          continue;
        }
      }
      const char = text[at] as string;
      if (char === "\\") {
        const slashes = runOf(text, at);
        const token = tokenAt(text, at + slashes);
        if (token === null) piece += text.slice(at, at + slashes);
        else if (depth > 1) {
          const whole = slashes % 2 === 1 ? slashes + 2 : slashes;
          piece += text.slice(at, at + whole);
          at += whole;
          continue;
        } else {
          piece += "\\".repeat(Math.floor(slashes / 2));
          if (slashes % 2 === 1) {
            piece += token;
            at += 2;
          }
        }
        at += slashes;
      } else if (char === "[") {
        const run = runOf(text, at);
        depth += Math.floor(run / 2);
        piece += text.slice(at, at + run);
        at += run;
        atStart = run > 1;
      } else if (char === "]") {
        const run = runOf(text, at);
        const closes = Math.min(Math.floor(run / 2), depth);
        depth -= closes;
        // The last two brackets of a run close the group. Earlier brackets are text.
        piece += text.slice(at, at + (depth === 0 ? run - 2 : run));
        at += run;
      } else if (char === "+" && separates(text, at)) {
        if (depth === 1) {
          pieces.push(piece.trim());
          piece = "";
        } else piece += "++";
        at += 2;
        atStart = true;
      } else {
        const plain = /[^\\[\]+]+|\+/y;
        plain.lastIndex = at;
        const [taken] = plain.exec(text) as RegExpExecArray;
        piece += taken;
        at += taken.length;
      }
    }
    pieces.push(piece.trim());
    groups.push({ pieces, closed: depth === 0 });
    from = text.indexOf("[[", at);
  }
  return groups;
}

/**
 * The end of the JSON of a `tool` or `edit` at this position. -1 if the JSON does not end, null if there is no such
 * call.
 */
function endOfJsonCall(text: string, at: number): number | null {
  const head = /\s*(?:tool|edit)\s+(?:"(?:[^"\\]|\\.)*"|[^\s{"]\S*)\s*(?=\{)/y;
  head.lastIndex = at;
  const found = head.exec(text);
  return found === null ? null : jsonEnd(text, at + found[0].length);
}

function runOf(text: string, at: number): number {
  let end = at;
  while (text[end] === text[at]) end += 1;
  return end - at;
}

function tokenAt(text: string, at: number): string | null {
  const token = text.slice(at, at + 2);
  return token === "[[" || token === "]]" || token === "++" ? token : null;
}

/** `a ++ b` is two blocks, `i++` is not. */
function separates(text: string, at: number): boolean {
  return text[at + 1] === "+" && /\s/.test(text[at - 1] ?? "") && /\s/.test(text[at + 2] ?? "");
}

/** The position after the JSON object that starts at `start`, or -1 if it does not end. */
function jsonEnd(text: string, start: number): number {
  let depth = 0;
  let inString = false;
  for (let at = start; at < text.length; at += 1) {
    const char = text[at];
    if (inString) {
      if (char === "\\") at += 1;
      else if (char === '"') inString = false;
    } else if (char === '"') inString = true;
    else if (char === "{") depth += 1;
    else if (char === "}") {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return -1;
}
