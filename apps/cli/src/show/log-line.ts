import { type Entry, entryLine, type Group, type Line } from "@polylog/core";
import { clockTime } from "./local-time.ts";

/** What a tone looks like where there are no colours. */
const marks: Readonly<Partial<Record<Line["tone"], string>>> = { failed: "✗", waiting: "!", live: "…" };

/** One thing that happened, as a line: when, who, what. */
export function logLine(group: Group): string {
  const entry = group.kind === "entry" ? group.entry : (group.entries[0] as Entry);
  const { tone, text } = group.kind === "entry" ? entryLine(group.entry) : group.line;
  return `${clockTime(entry.ts)}  ${whoOf(entry).padEnd(8)} ${marks[tone] ?? " "} ${text}`;
}

function whoOf(entry: Entry): string {
  if (entry.kind !== "message" || entry.role !== "user") return entry.agentId ?? "-";
  return entry.sender?.name ?? entry.sender?.id ?? "you";
}
