import { createHash } from "node:crypto";
import { cleanToolName } from "@polylog/core";
import { limits } from "./limits.ts";

/** Names of MCP tools: what model APIs accept, one name for one tool, and a screen can tell server from tool. */

const prefix = "mcp__";
const separator = "__";

/** A short name for each server, by its configured name. Two underscores in one would look like the separator. */
export function serverLabels(names: readonly string[]): Map<string, string> {
  const plain = (name: string) => allowed(name).replace(/_+/g, "_").replace(/^_|_$/g, "");
  return uniqueNames(names, plain, limits.serverChars, hidesServer);
}

/** The whole name for each tool of a server, by the name the server gives it. */
export function toolNames(label: string, tools: readonly string[]): Map<string, string> {
  const start = `${prefix}${label}${separator}`;
  const names = uniqueNames(tools, allowed, limits.nameChars - start.length);
  return new Map([...names].map(([tool, name]) => [tool, start + name]));
}

function allowed(name: string): string {
  return name.replace(/[^a-zA-Z0-9_-]/g, "_");
}

/** A stranger whose tools would be shown under the plain names of our own. */
function hidesServer(label: string): boolean {
  const name = `${prefix}${label}${separator}tool`;
  return cleanToolName(name) !== name;
}

/**
 * A name that needs no change keeps it, whatever stands before it in the list; one that lost something, and would
 * be empty, too long or another's, is told apart by a mark made from the whole.
 */
function uniqueNames(
  names: readonly string[],
  clean: (name: string) => string,
  most: number,
  isTaken: (name: string) => boolean = () => false,
): Map<string, string> {
  const given = new Map<string, string>();
  const used = new Set<string>();
  const free = (name: string) => name !== "" && name.length <= most && !used.has(name) && !isTaken(name);
  const give = (name: string, as: string) => {
    given.set(name, as);
    used.add(as);
  };
  for (const name of names) if (clean(name) === name && free(name)) give(name, name);
  for (const name of names) {
    if (given.has(name)) continue;
    const cleaned = clean(name);
    give(name, free(cleaned) ? cleaned : marked(cleaned, name, most, free));
  }
  return given;
}

function marked(cleaned: string, name: string, most: number, free: (name: string) => boolean): string {
  for (let attempt = 0; ; attempt++) {
    const mark = createHash("sha256").update(`${attempt} ${name}`).digest("hex").slice(0, 8);
    const head = cleaned.slice(0, most - mark.length - 1).replace(/_+$/, "");
    const candidate = head === "" ? mark : `${head}_${mark}`;
    if (free(candidate)) return candidate;
  }
}
