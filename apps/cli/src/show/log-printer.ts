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

/** What a tone looks like where there are no colours. */
const marks: Readonly<Partial<Record<Line["tone"], string>>> = { failed: "✗", waiting: "!", live: "…" };

/** Prints a conversation, each thing in it once. */
export class LogPrinter {
  private readonly print: (line: string) => void;
  /** What is shown otherwise already. */
  private readonly isToldElsewhere: (group: Group) => boolean;
  private grouping: Grouping | null = null;
  private printed = 0;
  private rev = 0;
  private readonly asked = new Set<string>();

  constructor(print: (line: string) => void, isToldElsewhere: (group: Group) => boolean = () => false) {
    this.print = print;
    this.isToldElsewhere = isToldElsewhere;
  }

  /** All that is there, also what may still change. */
  showAll(conversation: Conversation): void {
    this.showSettled(conversation);
    for (const group of this.grouping?.live ?? []) this.print(logLine(group));
  }

  /** What is new and can no longer change. An ask is told when it is made, too: it waits for somebody. */
  showNew(conversation: Conversation): void {
    if (this.grouping !== null && conversation.rev !== this.rev) this.beginAnew();
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
    this.print("The session was cut back; this is what is left of it:");
    this.grouping = null;
    this.printed = 0;
    this.asked.clear();
  }
}

function isOpenAsk(group: Group): boolean {
  return group.kind === "entry" && "askId" in group.entry && group.entry.live;
}

/** One thing that happened, as a line: when, who, what. */
function logLine(group: Group): string {
  const entry = group.kind === "entry" ? group.entry : (group.entries[0] as Entry);
  const { tone, text } = group.kind === "entry" ? entryLine(group.entry) : group.line;
  return `${clockTime(entry.ts)}  ${whoOf(entry).padEnd(8)} ${marks[tone] ?? " "} ${text}`;
}

function whoOf(entry: Entry): string {
  if (entry.kind !== "message" || entry.role !== "user") return entry.agentId ?? "-";
  return entry.sender?.name ?? entry.sender?.id ?? "you";
}
