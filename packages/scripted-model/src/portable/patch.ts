import { isUser, type ModelRequest } from "../conversation.ts";

/** Changes in patch format, for agents that use it. */

export function addFilePatch(path: string, content: string): string {
  return wrap(`*** Add File: ${path}`, signed("+", content));
}

export function updateFilePatch(request: ModelRequest, path: string, old: string, fresh: string): string {
  const [from, to] = wholeLines(request, old, fresh);
  return wrap(`*** Update File: ${path}`, ["@@", ...signed("-", from), ...signed("+", to)]);
}

function wrap(header: string, lines: readonly string[]): string {
  return ["*** Begin Patch", header, ...lines, "*** End Patch", ""].join("\n");
}

function signed(sign: string, text: string): string[] {
  return text
    .replace(/\n$/, "")
    .split("\n")
    .map((line) => `${sign}${line}`);
}

/** Patches need complete lines. If `old` is part of a line, the line is taken from the agent's earlier reads. */
function wholeLines({ turns }: ModelRequest, old: string, fresh: string): readonly [string, string] {
  for (const { text } of turns.filter(isUser).flatMap(({ results }) => results)) {
    const at = text.indexOf(old);
    if (at === -1) continue;
    const start = text.lastIndexOf("\n", at - 1) + 1;
    const stop = text.indexOf("\n", at + old.length);
    const before = text.slice(start, at);
    const after = text.slice(at + old.length, stop === -1 ? text.length : stop);
    return [before + old + after, before + fresh + after];
  }
  return [old, fresh];
}
