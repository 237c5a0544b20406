import type { EventBody } from "@polylog/core";
import { appendText, noAppendedText, wholeText } from "../../connection/appended-text.ts";
import { type Grown, grow, noText, settle } from "./cumulative-text.ts";
import type { AcpState, CurrentRun, Speaker, Talk, Told } from "./state.ts";
import { andThen, nothing, runOf } from "./state.ts";

/** What an agent says and thinks, as it comes. */

export interface Chunk {
  readonly kind: Talk["kind"];
  readonly messageId: string | null;
  readonly words: string;
}

const emptyHead = /^\s*(?:\*{4}\n\s*)?/;

/** How agents put an error of their model into words, before they say that the turn has failed. */
const errorWords = /^(?:Failed to authenticate\. )?API Error\b/;

/** The same of an agent that then says that all went well: only it says so, so nothing else is held back for long. */
const spokenError = /^Error: \S/;

/** Whether a chunk is to be held until it is known whether the turn has failed. */
export function isHeld(state: AcpState, speaker: Speaker, { kind, messageId, words }: Chunk): boolean {
  if (kind !== "text") return false;
  if (state.traits.namesMessages && (messageId === null || isPlan(messageId))) return true;
  if (state.traits.saysErrors && spokenError.test(words)) return true;
  const talk = runOf(state).talks.get(speaker.runId);
  return errorWords.test(words) && (talk === undefined || talk.messageId !== messageId);
}

export function hold(state: AcpState, speaker: Speaker, { messageId, words }: Chunk): Told {
  const { held } = runOf(state);
  const before = held !== null && isPlan(messageId) && held.messageId === messageId ? held.words : "";
  return nothing({ ...state, run: { ...runOf(state), held: { speaker, messageId, words: before + words } } });
}

/** A plan that Codex's adapter says before it presents it. */
export function isPlan(messageId: string | null): boolean {
  return messageId?.endsWith("-plan") === true;
}

/** Leaves out a plan that was to be said, where it is presented now. */
export function dropHeld(state: AcpState, plan: string): AcpState {
  const { run } = state;
  const isSame = isPlan(run?.held?.messageId ?? null) && run?.held?.words.trim() === plan.trim();
  return run === null || !isSame ? state : { ...state, run: { ...run, held: null } };
}

/** It was no error after all, or not the end. */
export function tellHeld(state: AcpState): Told {
  const held = state.run?.held ?? null;
  if (state.run === null || held === null) return nothing(state);
  const { speaker, messageId, words } = held;
  return sayChunk({ ...state, run: { ...state.run, held: null } }, speaker, {
    kind: "text",
    messageId,
    words,
  });
}

/** One more chunk. It goes on with what streams if that is of the same kind and of the same message. */
export function sayChunk(state: AcpState, speaker: Speaker, chunk: Chunk): Told {
  const talk = runOf(state).talks.get(speaker.runId);
  const goesOn = talk !== undefined && talk.kind === chunk.kind && talk.messageId === chunk.messageId;
  if (goesOn) return growTalk(state, speaker, talk, withoutHead(talk, chunk.words));
  // Some agents begin a thought with empty lines or an empty heading; what follows them begins it.
  const head = chunk.kind === "thinking" ? (emptyHead.exec(chunk.words)?.[0] ?? "") : "";
  const words = chunk.words.slice(head.length);
  return andThen(endTalk(state, speaker), (ended) => {
    if (words === "") return nothing(ended);
    const { blocks, cuts } = runOf(ended);
    const { kind, messageId } = chunk;
    const fresh: Talk = {
      ...{ kind, messageId, responseId: messageId ?? `answer-${blocks}`, block: blocks },
      ...{ head, text: noText, repeats: null },
    };
    const cut = cuts.get(speaker.runId);
    const opened = cut?.kind === kind ? { ...cut, messageId } : fresh;
    const counted = withTalk({ ...withoutCut(ended, speaker), blocks: blocks + 1 }, speaker, opened);
    return growTalk({ ...ended, run: counted }, speaker, opened, words);
  });
}

/** A chunk that repeats all so far repeats what was left out before it, too. */
function withoutHead({ head, text }: Talk, words: string): string {
  if (head === "") return words;
  const rest = words.slice(head.length);
  const repeats = text.reading !== "pieces" && words.startsWith(head) && rest.startsWith(lastOf(text));
  return repeats ? rest : words;
}

function lastOf({ chain, whole }: Talk["text"]): string {
  return chain?.last ?? wholeText(whole);
}

/** What streams has broken off, and the agent asks its model again: what that says takes its place. */
export function cutTalks(state: AcpState): AcpState {
  const run = runOf(state);
  const cuts = [...run.talks].map(([runId, talk]): [string, Talk] => {
    const said = wholeText(talk.text.whole);
    const repeats = said.length > (talk.repeats ?? "").length ? said : talk.repeats;
    return [runId, { ...talk, text: noText, repeats }];
  });
  return { ...state, run: { ...run, talks: new Map(), cuts: new Map([...run.cuts, ...cuts]) } };
}

function withoutCut(state: AcpState, { runId }: Speaker): CurrentRun {
  const cuts = new Map(runOf(state).cuts);
  cuts.delete(runId);
  return { ...runOf(state), cuts };
}

/** A whole message, which takes the place of its chunks. */
export function sayWhole(state: AcpState, speaker: Speaker, chunk: Chunk): Told {
  const talk = runOf(state).talks.get(speaker.runId);
  const isSame = talk !== undefined && talk.kind === chunk.kind && talk.messageId === chunk.messageId;
  if (!isSame || chunk.words === "") {
    return andThen(sayChunk(state, speaker, chunk), (said) => endTalk(said, speaker));
  }
  const text = { ...talk.text, whole: appendText(noAppendedText, chunk.words), isHeld: true, chain: null };
  const whole: Talk = { ...talk, text };
  return endTalk({ ...state, run: withTalk(runOf(state), speaker, whole) }, speaker);
}

function growTalk(state: AcpState, speaker: Speaker, talk: Talk, words: string): Told {
  const { text, habit, delta } = grow(talk.text, state.habit, words);
  const { told, ...grown } = sayOn({ ...talk, text }, delta);
  const run = withTalk({ ...runOf(state), hasSpoken: true }, speaker, grown.talk);
  const next: AcpState = { ...state, habit, run };
  if (told === null) return nothing(next);
  const type = talk.kind === "text" ? "text_delta" : "thinking_delta";
  const { responseId, block } = talk;
  return {
    state: next,
    events: [{ type, responseId, block, offset: told.offset, delta: told.text, ...speaker }],
  };
}

/** What is new of a talk that may say again what was told of it. Where it says something else, its end tells it. */
function sayOn(talk: Talk, delta: Grown["delta"]): { talk: Talk; told: Grown["delta"] } {
  const { repeats, text } = talk;
  if (repeats === null || text.isHeld || delta === null) return { talk, told: delta };
  const { offset, text: piece } = delta;
  if (repeats.startsWith(piece, offset)) return { talk, told: null };
  const known = repeats.slice(offset);
  if (!piece.startsWith(known)) {
    return { talk: { ...talk, repeats: null, text: { ...text, isHeld: true } }, told: null };
  }
  const more = { offset: repeats.length, text: piece.slice(known.length) };
  return { talk: { ...talk, repeats: null }, told: more };
}

/** Ends what streams, with all of it. */
export function endTalk(state: AcpState, speaker: Speaker): Told {
  const run = runOf(state);
  const talk = run.talks.get(speaker.runId);
  if (talk === undefined) return nothing(state);
  const talks = new Map(run.talks);
  talks.delete(speaker.runId);
  const { text, habit } = settle(talk.text, state.habit);
  return {
    state: { ...state, habit, run: { ...run, talks } },
    events: [doneOf({ ...talk, text }, speaker)],
  };
}

/** Ends all that streams in a run. Where it breaks off, only what the pieces have not told is told. */
export function endTalks(state: AcpState, isBroken: boolean): Told {
  const { run, agentId } = state;
  if (run === null) return nothing(state);
  const talks = [...run.talks].map(([runId, talk]) => ({ runId, talk, ...settle(talk.text, state.habit) }));
  const habit = talks.find((talk) => talk.habit !== state.habit)?.habit ?? state.habit;
  const open = talks.filter(({ text }) => !isBroken || text.isHeld);
  const events = open.map(({ runId, talk, text }) => doneOf({ ...talk, text }, { runId, agentId }));
  return { state: { ...state, habit, run: { ...run, talks: new Map() } }, events };
}

function doneOf({ kind, responseId, block, text }: Talk, speaker: Speaker): EventBody {
  const type = kind === "text" ? "text_done" : "thinking_done";
  return { type, responseId, block, text: wholeText(text.whole), ...speaker };
}

function withTalk(run: CurrentRun, { runId }: Speaker, talk: Talk): CurrentRun {
  return { ...run, talks: new Map(run.talks).set(runId, talk) };
}
