import type { EventBody } from "@polylog/core";
import { appendText, noAppendedText, wholeText } from "../../connection/appended-text.ts";
import { noEvents, type RunRef } from "../../connection/translation.ts";
import { grow, noText, settle, type TextGrowth } from "./cumulative-text.ts";
import type { AcpState, AcpTranslation, CurrentRun, TextStream } from "./state.ts";
import { andThen, runOf } from "./state.ts";

/** Streams an agent's texts and thoughts. */

export interface Chunk {
  readonly kind: TextStream["kind"];
  readonly messageId: string | null;
  readonly words: string;
}

const emptyHead = /^\s*(?:\*{4}\n\s*)?/;

/** How agents word a model error before they report that the turn has failed. */
const errorWords = /^(?:Failed to authenticate\. )?API Error\b/;

/**
 * The same for an agent that then reports success. Only this agent uses the wording, so no other text is held for
 * long.
 */
const spokenError = /^Error: \S/;

/** Whether a chunk is held back until it is known whether the turn has failed. */
export function isHeld(state: AcpState, runRef: RunRef, { kind, messageId, words }: Chunk): boolean {
  if (kind !== "text") return false;
  if (state.traits.namesMessages && (messageId === null || isPlan(messageId))) return true;
  if (state.traits.saysErrors && spokenError.test(words)) return true;
  const stream = runOf(state).streams.get(runRef.runId);
  return errorWords.test(words) && (stream === undefined || stream.messageId !== messageId);
}

export function holdText(state: AcpState, runRef: RunRef, { messageId, words }: Chunk): AcpTranslation {
  const { held } = runOf(state);
  const before = held !== null && isPlan(messageId) && held.messageId === messageId ? held.words : "";
  return noEvents({ ...state, run: { ...runOf(state), held: { runRef, messageId, words: before + words } } });
}

/** A plan that Codex's adapter writes as text before it presents it. */
export function isPlan(messageId: string | null): boolean {
  return messageId?.endsWith("-plan") === true;
}

/** Drops a held plan text when the plan itself is presented. */
export function dropHeldText(state: AcpState, plan: string): AcpState {
  const { run } = state;
  const isSame = isPlan(run?.held?.messageId ?? null) && run?.held?.words.trim() === plan.trim();
  return run === null || !isSame ? state : { ...state, run: { ...run, held: null } };
}

/** Reports the held text: it was not an error, or it did not end the turn. */
export function releaseHeldText(state: AcpState): AcpTranslation {
  const held = state.run?.held ?? null;
  if (state.run === null || held === null) return noEvents(state);
  const { runRef, messageId, words } = held;
  return appendChunk({ ...state, run: { ...state.run, held: null } }, runRef, {
    kind: "text",
    messageId,
    words,
  });
}

/** Adds a chunk. It continues the current stream if it has the same kind and message. */
export function appendChunk(state: AcpState, runRef: RunRef, chunk: Chunk): AcpTranslation {
  const stream = runOf(state).streams.get(runRef.runId);
  const isSameStream =
    stream !== undefined && stream.kind === chunk.kind && stream.messageId === chunk.messageId;
  if (isSameStream) return growStream(state, runRef, stream, withoutHead(stream, chunk.words));
  // Some agents start a thought with empty lines or an empty heading, which are dropped.
  const head = chunk.kind === "thinking" ? (emptyHead.exec(chunk.words)?.[0] ?? "") : "";
  const words = chunk.words.slice(head.length);
  return andThen(endStream(state, runRef), (ended) => {
    if (words === "") return noEvents(ended);
    const { blocks, cuts } = runOf(ended);
    const { kind, messageId } = chunk;
    const fresh: TextStream = {
      ...{ kind, messageId, responseId: messageId ?? `answer-${blocks}`, block: blocks },
      ...{ head, text: noText, repeats: null },
    };
    const cut = cuts.get(runRef.runId);
    const opened = cut?.kind === kind ? { ...cut, messageId } : fresh;
    const counted = withStream({ ...withoutCut(ended, runRef), blocks: blocks + 1 }, runRef, opened);
    return growStream({ ...ended, run: counted }, runRef, opened, words);
  });
}

/** A cumulative chunk also repeats the dropped prefix. */
function withoutHead({ head, text }: TextStream, words: string): string {
  if (head === "") return words;
  const rest = words.slice(head.length);
  const repeats = text.reading !== "pieces" && words.startsWith(head) && rest.startsWith(lastOf(text));
  return repeats ? rest : words;
}

function lastOf({ chain, whole }: TextStream["text"]): string {
  return chain?.last ?? wholeText(whole);
}

/** The current streams are interrupted, and the agent retries the model request: the new answer replaces the old one. */
export function interruptStreams(state: AcpState): AcpState {
  const run = runOf(state);
  const cuts = [...run.streams].map(([runId, stream]): [string, TextStream] => {
    const said = wholeText(stream.text.whole);
    const repeats = said.length > (stream.repeats ?? "").length ? said : stream.repeats;
    return [runId, { ...stream, text: noText, repeats }];
  });
  return { ...state, run: { ...run, streams: new Map(), cuts: new Map([...run.cuts, ...cuts]) } };
}

function withoutCut(state: AcpState, { runId }: RunRef): CurrentRun {
  const cuts = new Map(runOf(state).cuts);
  cuts.delete(runId);
  return { ...runOf(state), cuts };
}

/** A whole message, which replaces its chunks. */
export function replaceText(state: AcpState, runRef: RunRef, chunk: Chunk): AcpTranslation {
  const stream = runOf(state).streams.get(runRef.runId);
  const isSame = stream !== undefined && stream.kind === chunk.kind && stream.messageId === chunk.messageId;
  if (!isSame || chunk.words === "") {
    return andThen(appendChunk(state, runRef, chunk), (said) => endStream(said, runRef));
  }
  const text = { ...stream.text, whole: appendText(noAppendedText, chunk.words), isHeld: true, chain: null };
  const whole: TextStream = { ...stream, text };
  return endStream({ ...state, run: withStream(runOf(state), runRef, whole) }, runRef);
}

function growStream(state: AcpState, runRef: RunRef, stream: TextStream, words: string): AcpTranslation {
  const { text, textMode, delta: growth } = grow(stream.text, state.textMode, words);
  const { delta, ...grown } = withoutRepeats({ ...stream, text }, growth);
  const run = withStream({ ...runOf(state), hasSpoken: true }, runRef, grown.stream);
  const next: AcpState = { ...state, textMode, run };
  if (delta === null) return noEvents(next);
  const type = stream.kind === "text" ? "text_delta" : "thinking_delta";
  const { responseId, block } = stream;
  return {
    state: next,
    events: [{ type, responseId, block, offset: delta.offset, delta: delta.text, ...runRef }],
  };
}

/** The new part of a stream that may repeat reported text. If it differs, the end of the stream reports it whole. */
function withoutRepeats(
  stream: TextStream,
  delta: TextGrowth["delta"],
): { stream: TextStream; delta: TextGrowth["delta"] } {
  const { repeats, text } = stream;
  if (repeats === null || text.isHeld || delta === null) return { stream, delta };
  const { offset, text: piece } = delta;
  if (repeats.startsWith(piece, offset)) return { stream, delta: null };
  const known = repeats.slice(offset);
  if (!piece.startsWith(known)) {
    return { stream: { ...stream, repeats: null, text: { ...text, isHeld: true } }, delta: null };
  }
  const more = { offset: repeats.length, text: piece.slice(known.length) };
  return { stream: { ...stream, repeats: null }, delta: more };
}

/** Ends the current stream and reports its whole text. */
export function endStream(state: AcpState, runRef: RunRef): AcpTranslation {
  const run = runOf(state);
  const stream = run.streams.get(runRef.runId);
  if (stream === undefined) return noEvents(state);
  const streams = new Map(run.streams);
  streams.delete(runRef.runId);
  const { text, textMode } = settle(stream.text, state.textMode);
  return {
    state: { ...state, textMode, run: { ...run, streams } },
    events: [doneOf({ ...stream, text }, runRef)],
  };
}

/** Ends all streams of a run. If the run was cut off, only text that the chunks have not reported is reported. */
export function endStreams(state: AcpState, isBroken: boolean): AcpTranslation {
  const { run, agentId } = state;
  if (run === null) return noEvents(state);
  const streams = [...run.streams].map(([runId, stream]) => ({
    runId,
    stream,
    ...settle(stream.text, state.textMode),
  }));
  const textMode = streams.find((stream) => stream.textMode !== state.textMode)?.textMode ?? state.textMode;
  const open = streams.filter(({ text }) => !isBroken || text.isHeld);
  const events = open.map(({ runId, stream, text }) => doneOf({ ...stream, text }, { runId, agentId }));
  return { state: { ...state, textMode, run: { ...run, streams: new Map() } }, events };
}

function doneOf({ kind, responseId, block, text }: TextStream, runRef: RunRef): EventBody {
  const type = kind === "text" ? "text_done" : "thinking_done";
  return { type, responseId, block, text: wholeText(text.whole), ...runRef };
}

function withStream(run: CurrentRun, { runId }: RunRef, stream: TextStream): CurrentRun {
  return { ...run, streams: new Map(run.streams).set(runId, stream) };
}
