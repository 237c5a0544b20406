import { type Entry, Text } from "@polylog/core";

const known = new WeakMap<Entry, string>();
const mostDepth = 6;
/** Fields that identify or order an entry and are not readable text. */
const unread =
  /(?:^|[a-z])(?:Ids?|Key|Hash|Seq|Ts)$|^(?:key|kind|seq|ts|hash|role|state|status|outcome|endedBy|rev)$/;

/** All readable text of an entry, in lower case. Entries do not change, so the result is cached. */
export function entryText(entry: Entry): string {
  const before = known.get(entry);
  if (before !== undefined) return before;
  const found: string[] = [];
  collect(entry, found, 0);
  const text = found.join("\n").toLowerCase();
  known.set(entry, text);
  return text;
}

function collect(value: unknown, found: string[], depth: number): void {
  if (typeof value === "string") found.push(value);
  else if (value instanceof Text) found.push(value.toString());
  else if (Array.isArray(value) && depth < mostDepth) {
    for (const each of value) collect(each, found, depth + 1);
  } else if (typeof value === "object" && value !== null && depth < mostDepth) {
    for (const [name, each] of Object.entries(value)) if (!unread.test(name)) collect(each, found, depth + 1);
  }
}
