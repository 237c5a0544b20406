import { createHash } from "node:crypto";
import { cleanToolName } from "@polylog/core";
import { limits } from "./limits.ts";

/** Names of MCP tools. Model APIs accept them, they are unique, and screens can separate the server from the tool. */

const prefix = "mcp__";
const separator = "__";

/** A short name for each server, by its configured name. It has no double underscore, which is the separator. */
export function serverLabels(names: readonly string[]): Map<string, string> {
  const plain = (name: string) => allowed(name).replace(/_+/g, "_").replace(/^_|_$/g, "");
  return uniqueNames(names, plain, limits.serverChars, hidesServer);
}

/** The full name of each tool of a server, by the server's name for it. */
export function toolNames(label: string, tools: readonly string[]): Map<string, string> {
  const start = `${prefix}${label}${separator}`;
  const names = uniqueNames(tools, allowed, limits.nameChars - start.length);
  return new Map([...names].map(([tool, name]) => [tool, start + name]));
}

function allowed(name: string): string {
  return name.replace(/[^a-zA-Z0-9_-]/g, "_");
}

/** Whether a server's label would make its tools look like built-in ones. */
function hidesServer(label: string): boolean {
  const name = `${prefix}${label}${separator}tool`;
  return cleanToolName(name) !== name;
}

/**
 * A valid name stays unchanged, whatever its place in the list. Any other name is cleaned. If the result is empty, too
 * long or already used, it gets a hash of the original name as its suffix.
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
