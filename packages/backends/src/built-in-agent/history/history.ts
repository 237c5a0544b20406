import { type Conversation, type Entry, type Image, promptText, type ToolCallEntry } from "@polylog/core";
import { limits } from "../limits.ts";
import type { ModelMessage, ToolResultPart, UserPart } from "../model/types.ts";
import type { WaitingRun } from "../resume/waiting-run.ts";
import { cutText } from "./cut-text.ts";
import { type FinishedCall, MessageList } from "./message-list.ts";
import { CallNames, safeToolName } from "./safe-names.ts";

/** Builds the model's view of the conversation before the new prompt. The log is the agent's only memory. */
export interface HistoryOptions {
  readonly agentId: string;
  /** The run that is about to start. Its prompt is not part of the history. */
  readonly runId: string;
  readonly prompt: string;
}

export function historyOf(conversation: Conversation, options: HistoryOptions): ModelMessage[] {
  const entries = conversation.main.entries.slice();
  const repeated = promptSaidBefore(entries, options);
  const isPast = (entry: Entry, index: number) => entry.runId !== options.runId && index !== repeated;
  return messagesOf(new MessagesBuilder(options.agentId), entries, isPast);
}

/** The history of a waiting run up to its last response. A subagent's lane does not contain its prompt. */
export function historyBefore({ run, entries, start }: WaitingRun, prompt: string | null): ModelMessage[] {
  const past = entries.slice(0, start);
  const builder = new MessagesBuilder(run.agentId);
  if (prompt !== null && lastContextCompaction(past, run.agentId) === -1) builder.prompt(prompt);
  return messagesOf(builder, past);
}

function messagesOf(
  builder: MessagesBuilder,
  entries: readonly Entry[],
  isTold: (entry: Entry, index: number) => boolean = () => true,
): ModelMessage[] {
  const start = lastContextCompaction(entries, builder.agentId);
  const summary = start === -1 ? null : summaryOf(entries[start]);
  if (summary !== null) builder.summary(summary);
  for (const entry of unanswered(entries, start)) builder.add(entry);
  for (let index = start + 1; index < entries.length; index++) {
    const entry = entries[index] as Entry;
    if (isTold(entry, index)) builder.add(entry);
  }
  return builder.end();
}

function lastContextCompaction(entries: readonly Entry[], agentId: string): number {
  return entries.findLastIndex((entry) => entry.agentId === agentId && summaryOf(entry) !== null);
}

function summaryOf(entry: Entry | undefined): string | null {
  return entry?.kind === "compaction" ? entry.summary : null;
}

/** Messages to the run that compacted before its first response. The summary does not contain them. */
function unanswered(entries: readonly Entry[], at: number): readonly Entry[] {
  const made = entries[at];
  if (made?.kind !== "compaction" || made.trigger === "manual") return [];
  const own = entries.slice(0, at).filter(({ runId }) => runId === made.runId);
  const hasAnswered = own.some(
    (entry) => entry.kind === "tool_call" || (entry.kind === "message" && entry.role === "assistant"),
  );
  return hasAnswered ? [] : own.filter(isUserMessage);
}

/**
 * A message that arrived too late for its run is already in the log and is now the prompt. This avoids sending it
 * twice.
 */
function promptSaidBefore(entries: readonly Entry[], { agentId, runId, prompt }: HistoryOptions): number {
  if (entries.some((entry) => isUserMessage(entry) && entry.runId === runId)) return -1;
  return entries.findLastIndex(
    (entry) =>
      isUserMessage(entry) && entry.agentId === agentId && entry.steered && entry.body.toString() === prompt,
  );
}

function isUserMessage(entry: Entry): entry is Extract<Entry, { kind: "message"; role: "user" }> {
  return entry.kind === "message" && entry.role === "user";
}

class MessagesBuilder {
  readonly agentId: string;
  private readonly list = new MessageList();
  private readonly names = new CallNames();
  /** The response that is being built: its texts and calls. */
  private responseId: string | null = null;
  private texts: string[] = [];
  private calls: FinishedCall[] = [];

  constructor(agentId: string) {
    this.agentId = agentId;
  }

  prompt(text: string): void {
    this.list.user([{ type: "text", text }]);
  }

  summary(text: string): void {
    this.list.user([{ type: "text", text: summaryText(text) }]);
  }

  add(entry: Entry): void {
    if (entry.kind === "message") this.addMessage(entry);
    else if (entry.kind === "tool_call" && entry.agentId === this.agentId) this.addCall(entry);
  }

  end(): ModelMessage[] {
    this.flush();
    return this.list.toArray();
  }

  private addMessage(entry: Extract<Entry, { kind: "message" }>): void {
    const isOwn = entry.agentId === null || entry.agentId === this.agentId;
    const body = entry.body.toString();
    if (entry.role === "user") {
      this.flush();
      const said = promptText({ text: body, sender: entry.sender });
      const text = isOwn ? said : labelled(`To agent ${entry.agentId}`, body);
      this.list.user([...entry.images.map(imagePart), { type: "text", text }]);
    } else if (isOwn) {
      this.turnTo(entry.responseId);
      this.texts.push(body);
      if (entry.endedBy !== null) this.addBreak(entry.endedBy);
    } else {
      this.flush();
      this.list.user([{ type: "text", text: labelled(`Agent ${entry.agentId} said`, body) }]);
    }
  }

  private addBreak(endedBy: string): void {
    this.flush();
    const how = endedBy === "cancelled" ? "was interrupted here by the user" : "ended here unexpectedly";
    this.list.user([{ type: "text", text: `[Your response ${how}.]` }]);
  }

  private addCall(entry: ToolCallEntry): void {
    this.turnTo(entry.responseId);
    const toolCallId = this.names.take(entry.callId);
    const toolName = safeToolName(entry.rawName);
    this.calls.push({
      call: { type: "tool-call", toolCallId, toolName, input: objectOf(entry.input) },
      result: { type: "tool-result", toolCallId, toolName, output: outputOf(entry) },
    });
  }

  /** Groups calls by response: those of the next response follow the results of the previous one. */
  private turnTo(responseId: string | null): void {
    if (this.calls.length > 0 && responseId !== this.responseId) this.flush();
    this.responseId = responseId;
  }

  private flush(): void {
    this.list.assistant(this.texts, this.calls);
    this.texts = [];
    this.calls = [];
  }
}

function labelled(label: string, text: string): string {
  return text.trim() === "" ? "" : `[${label}:]\n${cutText(text, limits.historyOtherChars)}`;
}

export function imagePart({ mediaType, data, name }: Image): UserPart {
  if (data === undefined || data === "" || !mediaType.startsWith("image/")) {
    return { type: "text", text: `[Attachment cannot be shown: ${name ?? mediaType}]` };
  }
  return { type: "file", mediaType, data: { type: "data", data } };
}

/** Every API requires a call's input to be an object, whatever the model wrote. */
function objectOf(input: unknown): object {
  return typeof input === "object" && input !== null && !Array.isArray(input) ? input : {};
}

export function outputOf(entry: ToolCallEntry): Extract<ToolResultPart["output"], { value: string }> {
  const output = entry.result ?? entry.output.toString();
  const wasStopped = entry.ok === null || entry.error?.code === "tool_interrupted";
  if (wasStopped) {
    const partly = output.trim() === "" ? "" : ` Output so far:\n${output}`;
    const why = entry.endedBy === "interrupted" ? "when the server shut down" : "by the user";
    const text = `The tool call was interrupted ${why}.${partly}`;
    return { type: "error-text", value: cutText(text, limits.historyResultChars) };
  }
  const isWell = entry.ok === true;
  const said = [output, entry.error?.message ?? ""].find((text) => text.trim() !== "");
  const value = cutText(
    said ?? (isWell ? "(no output)" : "The tool call failed."),
    limits.historyResultChars,
  );
  return { type: isWell ? "text" : "error-text", value };
}

/** The first message of a conversation after context compaction. */
export function summaryText(summary: string): string {
  return ["[The earlier conversation was too long and has been replaced by this summary.]", summary].join(
    "\n\n",
  );
}
