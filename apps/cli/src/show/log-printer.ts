import {
  type Conversation,
  type Entry,
  entryLine,
  type Group,
  type Grouping,
  groupLane,
  groupsFrom,
  type Line,
} from "@polylog/core";
import { clockTime } from "./local-time.ts";

/** The mark for each tone, as there are no colors. */
const marks: Readonly<Partial<Record<Line["tone"], string>>> = { failed: "✗", waiting: "!", live: "…" };

/** Prints each entry of a conversation once. */
export class LogPrinter {
  private readonly print: (line: string) => void;
  /** Entries that are already shown elsewhere. */
  private readonly isToldElsewhere: (group: Group) => boolean;
  private grouping: Grouping | null = null;
  private printed = 0;
  private rev = 0;
  private readonly asked = new Set<string>();

  constructor(print: (line: string) => void, isToldElsewhere: (group: Group) => boolean = () => false) {
    this.print = print;
    this.isToldElsewhere = isToldElsewhere;
  }

  /** Prints all entries, including those that may still change. */
  showAll(conversation: Conversation): void {
    this.showSettled(conversation);
    for (const group of this.grouping?.live ?? []) this.print(logLine(group));
  }

  /** Prints new entries that can no longer change, and open asks, because they wait for a person. */
  showNew(conversation: Conversation): void {
    // A conversation without events has no epoch yet.
    if (this.rev !== 0 && conversation.rev !== this.rev) this.beginAnew();
    this.rev = conversation.rev;
    this.showSettled(conversation);
    for (const group of this.grouping?.live ?? []) {
      if (!isOpenAsk(group) || this.asked.has(group.key)) continue;
      this.asked.add(group.key);
      this.print(logLine(group));
    }
  }

  private showSettled(conversation: Conversation): void {
    const { main } = conversation;
    this.grouping =
      this.grouping === null ? groupLane(conversation, main) : groupsFrom(this.grouping, conversation, main);
    const { settled } = this.grouping;
    for (const group of settled.slice(this.printed))
      if (!this.isToldElsewhere(group)) this.print(logLine(group));
    this.printed = settled.length;
  }

  private beginAnew(): void {
    this.print("The session was rewound. Remaining entries:");
    this.grouping = null;
    this.printed = 0;
    this.asked.clear();
  }
}

function isOpenAsk(group: Group): boolean {
  return group.kind === "entry" && "askId" in group.entry && group.entry.live;
}

/** One entry as a line: time, author, text. */
function logLine(group: Group): string {
  const entry = group.kind === "entry" ? group.entry : (group.entries[0] as Entry);
  const { tone, text } = group.kind === "entry" ? entryLine(group.entry) : group.line;
  return `${clockTime(entry.ts)}  ${whoOf(entry).padEnd(8)} ${marks[tone] ?? " "} ${text}`;
}

function whoOf(entry: Entry): string {
  if (entry.kind !== "message" || entry.role !== "user") return entry.agentId ?? "-";
  return entry.sender?.name ?? entry.sender?.id ?? "you";
}
