import type { EventBody } from "@polylog/core";
import { appendText, noAppendedText, wholeText } from "../../connection/appended-text.ts";
import { countOf, type Native, textOf, textsOf } from "../../connection/native-value.ts";
import type { RunRef } from "../../connection/translation.ts";
import type { CodexState, CutText, OpenItem, Thread } from "./state.ts";
import { withItem, withoutItem, withRun, withStatus } from "./state.ts";

/** The model's texts and thoughts: items that stream, and are reported whole at their end. */

export interface ItemTranslation {
  readonly thread: Thread;
  readonly events: readonly EventBody[];
}

type Message = Extract<OpenItem, { kind: "message" }>;

export function startMessage(thread: Thread, itemId: string): Thread {
  const { cut } = thread;
  const repeats = cut;
  const responseId = cut?.responseId ?? itemId;
  const item: Message = { kind: "message", responseId, text: noAppendedText, repeats };
  return { ...withItem(thread, itemId, item), cut: null };
}

export function growMessage(
  state: CodexState,
  given: Thread,
  runRef: RunRef,
  itemId: string,
  delta: string,
): ItemTranslation {
  const known = given.items.get(itemId);
  const thread = known === undefined ? startMessage(given, itemId) : given;
  const item = thread.items.get(itemId);
  if (item?.kind !== "message" || delta === "") return { thread, events: [] };
  const grown = item.repeats === null ? grow(item, delta) : repeated(itemId, item, item.repeats, delta);
  const status = withStatus(state, withItem(thread, itemId, grown.item), "working");
  if (grown.delta === "") return status;
  const { responseId } = grown.item;
  const event: EventBody = {
    type: "text_delta",
    responseId,
    offset: grown.item.text.length - grown.delta.length,
    delta: grown.delta,
    ...runRef,
  };
  return { thread: status.thread, events: [...status.events, event] };
}

interface MessageGrowth {
  readonly item: Message;
  /** The new text. */
  readonly delta: string;
}

function grow(item: Message, delta: string): MessageGrowth {
  return { item: { ...item, text: appendText(item.text, delta) }, delta };
}

/** Repeated text is reported from where it was interrupted. Text that differs is reported as a new one. */
function repeated(itemId: string, item: Message, cut: CutText, delta: string): MessageGrowth {
  const at = item.text.length;
  const text = appendText(item.text, delta);
  if (cut.text.startsWith(delta, at)) return { item: { ...item, text }, delta: "" };
  const left = cut.text.slice(at);
  if (delta.startsWith(left))
    return { item: { ...item, text, repeats: null }, delta: delta.slice(left.length) };
  return { item: { kind: "message", responseId: itemId, text, repeats: null }, delta: wholeText(text) };
}

export function endMessage(given: Thread, runRef: RunRef, itemId: string, value: Native): ItemTranslation {
  const started = given.items.has(itemId) ? given : startMessage(given, itemId);
  const item = started.items.get(itemId);
  const text = textOf(value.text) ?? "";
  const thread = withoutItem(withRun(started, { lastText: text }), itemId);
  if (item?.kind !== "message" || text === "") return { thread, events: [] };
  const isSame = item.repeats === null || text.startsWith(item.repeats.text);
  const responseId = isSame ? item.responseId : itemId;
  return { thread, events: [{ type: "text_done", responseId, text, ...runRef }] };
}

/** The stream was interrupted: its open text is kept so that the repetition continues it. */
export function cutStream(thread: Thread): Thread {
  const items = new Map([...thread.items].filter(([, item]) => item.kind === "call"));
  const open = [...thread.items.values()].find((item): item is Message => item.kind === "message");
  if (open === undefined) return { ...thread, items };
  const { responseId, repeats } = open;
  const text = wholeText(open.text);
  return { ...thread, items, cut: repeats ?? (text === "" ? thread.cut : { responseId, text }) };
}

/** Summaries and raw thoughts are blocks of one response, with alternating numbers. */
function blockOf(kind: "summary" | "content", index: number): number {
  return 2 * index + (kind === "summary" ? 0 : 1);
}

export function growReasoning(
  state: CodexState,
  given: Thread,
  runRef: RunRef,
  itemId: string,
  params: Native,
): ItemTranslation {
  const delta = textOf(params.delta) ?? "";
  const block =
    "summaryIndex" in params
      ? blockOf("summary", countOf(params.summaryIndex, 1000) ?? 0)
      : blockOf("content", countOf(params.contentIndex, 1000) ?? 0);
  const known = given.items.get(itemId);
  const offsets = known?.kind === "reasoning" ? known.offsets : {};
  const offset = offsets[block] ?? 0;
  const status = withStatus(state, given, "thinking");
  if (delta === "") return status;
  const item: OpenItem = { kind: "reasoning", offsets: { ...offsets, [block]: offset + delta.length } };
  const event: EventBody = { type: "thinking_delta", responseId: itemId, block, offset, delta, ...runRef };
  return { thread: withItem(status.thread, itemId, item), events: [...status.events, event] };
}

/** Encrypted thoughts arrive empty and are not reported. */
export function endReasoning(thread: Thread, runRef: RunRef, itemId: string, value: Native): ItemTranslation {
  const done = (kind: "summary" | "content") => (text: string, index: number) =>
    text === ""
      ? []
      : [
          {
            type: "thinking_done" as const,
            responseId: itemId,
            block: blockOf(kind, index),
            text,
            ...runRef,
          },
        ];
  const events: EventBody[] = [
    ...textsOf(value.summary).flatMap(done("summary")),
    ...textsOf(value.content).flatMap(done("content")),
  ];
  return { thread: withoutItem(thread, itemId), events };
}
