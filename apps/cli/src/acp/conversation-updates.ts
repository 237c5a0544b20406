import type { SessionUpdate } from "@agentclientprotocol/sdk";
import {
  type Conversation,
  type Entry,
  findRun,
  type Lane,
  laneAt,
  MAIN,
  type ToolCallEntry,
} from "@polylog/core";
import { callFields } from "./call-fields.ts";
import { sessionInfoUpdates } from "./session-info-updates.ts";

export interface ConversationUpdatesOptions {
  readonly projectRoot: string;
  /** Whether the editor also wants the messages of subagents. */
  readonly sendsSubagents: boolean;
  /** Whether the editor sent this message itself and already shows it. */
  isOwn(clientMessageId: string): boolean;
  send(update: SessionUpdate): void;
}

type Streamed = Extract<Entry, { readonly kind: "message" | "thought" }>;

/**
 * Sends a conversation to an editor. Each call sends only the changes since the last one, and `load` sends everything, so live
 * and loaded sessions look the same.
 */
export class ConversationUpdates {
  private readonly options: ConversationUpdatesOptions;
  private before: Conversation | null = null;
  /** The last seen version of entries that may still change, by key. */
  private readonly seen = new Map<string, Entry>();
  private readonly told = new Map<string, string>();
  private isLoading = false;

  constructor(options: ConversationUpdatesOptions) {
    this.options = options;
  }

  /** Sends the whole conversation to an editor that loads it. */
  load(conversation: Conversation): void {
    this.isLoading = true;
    this.show(conversation);
    this.isLoading = false;
  }

  /** Marks the conversation as already sent. */
  skip(conversation: Conversation): void {
    this.before = conversation;
    for (const lane of lanesOf(conversation)) {
      const { entries, settled } = laneAt(conversation, lane);
      for (const entry of entries.slice(settled)) this.seen.set(entry.key, entry);
    }
  }

  show(conversation: Conversation): void {
    if (conversation === this.before) return;
    for (const update of sessionInfoUpdates(this.before, conversation)) this.options.send(update);
    const ends: (() => void)[] = [];
    for (const lane of lanesOf(conversation)) this.showLane(conversation, lane, ends);
    // Subagents are sent inside their calls, so inner calls end before outer ones.
    for (const end of ends.reverse()) end();
    this.before = conversation;
  }

  private showLane(conversation: Conversation, lane: number, ends: (() => void)[]): void {
    const now = laneAt(conversation, lane);
    const last = this.before === null ? undefined : laneOf(this.before, lane);
    if (now === last) return;
    const from = last?.settled ?? 0;
    const parent = lane === MAIN ? null : parentOf(conversation, lane);
    for (const [index, entry] of now.entries.slice(from).entries()) {
      const shown = this.seen.get(entry.key) ?? null;
      if (from + index < now.settled) this.seen.delete(entry.key);
      else this.seen.set(entry.key, entry);
      if (shown === entry) continue;
      if (entry.kind !== "tool_call" || entry.live || entry.childRunIds.length === 0) {
        this.showEntry(shown, entry, parent);
        continue;
      }
      if (shown === null) this.showEntry(shown, { ...entry, live: true }, parent);
      ends.push(() => this.showEntry(shown, entry, parent));
    }
  }

  private showEntry(last: Entry | null, entry: Entry, parent: string | null): void {
    switch (entry.kind) {
      case "message":
      case "thought":
        return this.showText(last as Streamed | null, entry, parent);
      case "tool_call":
        return this.showCall(entry, parent);
      case "plan":
        if (entry.items.length > 0 && parent === null) {
          const entries = entry.items.map(({ content, priority = "medium", status }) => ({
            content,
            priority,
            status,
          }));
          this.options.send({ sessionUpdate: "plan", entries });
        }
        return;
      case "notice":
        return this.options.send({ sessionUpdate: "notice", severity: entry.level, title: entry.text });
      default:
        return;
    }
  }

  private showText(last: Streamed | null, entry: Streamed, parent: string | null): void {
    if (parent !== null && !this.options.sendsSubagents) return;
    const isUser = entry.kind === "message" && entry.role === "user";
    if (isUser && (entry.hidden || this.isKnown(entry.clientMessageId))) return;
    const text = last === null ? entry.body.toString() : entry.body.from(last.body.length);
    if (text === "") return;
    const sessionUpdate = isUser
      ? "user_message_chunk"
      : entry.kind === "thought"
        ? "agent_thought_chunk"
        : "agent_message_chunk";
    this.options.send({
      ...{ sessionUpdate, content: { type: "text", text }, messageId: entry.key },
      ...metaOf(parent),
    });
  }

  private isKnown(clientMessageId: string | null): boolean {
    return !this.isLoading && clientMessageId !== null && this.options.isOwn(clientMessageId);
  }

  private showCall(call: ToolCallEntry, parent: string | null): void {
    const fields = callFields(call, this.options.projectRoot);
    const text = JSON.stringify(fields);
    const before = this.told.get(call.key);
    if (before === text) return;
    if (call.live) this.told.set(call.key, text);
    else this.told.delete(call.key);
    const toolCallId = call.key;
    this.options.send(
      before === undefined
        ? { sessionUpdate: "tool_call", toolCallId, ...fields, ...metaOf(parent) }
        : { sessionUpdate: "tool_call_update", toolCallId, ...fields, ...metaOf(parent) },
    );
  }
}

/** The editor's id for the call that a subagent's lane belongs to. */
function parentOf(conversation: Conversation, lane: number): string | null {
  const { runId } = laneAt(conversation, lane);
  const run = runId === null ? undefined : findRun(conversation, runId);
  const above = run?.parentRunId == null ? undefined : findRun(conversation, run.parentRunId);
  if (run === undefined || above === undefined) return "";
  const { entries } = laneAt(conversation, above.lane);
  const call = entries
    .slice()
    .find(
      (entry) =>
        entry.kind === "tool_call" && entry.callId === run.parentCallId && entry.runId === above.runId,
    );
  return call?.key ?? "";
}

function metaOf(parent: string | null): { _meta?: Record<string, unknown> } {
  return parent === null || parent === "" ? {} : { _meta: { claudeCode: { parentToolUseId: parent } } };
}

function laneOf(conversation: Conversation, lane: number): Lane | undefined {
  return lane === MAIN ? conversation.main : conversation.lanes.get(lane);
}

function lanesOf(conversation: Conversation): number[] {
  return [MAIN, ...conversation.lanes.slice().keys()];
}
