import type { EventBody } from "@polylog/core";
import { grow, noText } from "./growing-text.ts";
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

/** Whether a chunk is to be held until it is known whether the turn has failed. */
export function isHeld(state: AcpState, speaker: Speaker, { kind, messageId, words }: Chunk): boolean {
  if (kind !== "text") return false;
  if (state.namesMessages && messageId === null) return true;
  const talk = runOf(state).talks.get(speaker.runId);
  return errorWords.test(words) && (talk === undefined || talk.messageId !== messageId);
}

export function hold(state: AcpState, speaker: Speaker, { messageId, words }: Chunk): Told {
  return nothing({ ...state, run: { ...runOf(state), held: { speaker, messageId, words } } });
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
  if (goesOn) return growTalk(state, speaker, talk, chunk.words);
  // Some agents begin a thought with empty lines or an empty heading; what follows them begins it.
  const words = chunk.kind === "thinking" ? chunk.words.replace(emptyHead, "") : chunk.words;
  return andThen(endTalk(state, speaker), (ended) => {
    if (words === "") return nothing(ended);
    const { blocks } = runOf(ended);
    const responseId = chunk.messageId ?? `answer-${blocks}`;
    const { kind, messageId } = chunk;
    const opened: Talk = { kind, messageId, responseId, block: blocks, text: noText };
    const counted = withTalk({ ...runOf(ended), blocks: blocks + 1 }, speaker, opened);
    return growTalk({ ...ended, run: counted }, speaker, opened, words);
  });
}

/** A whole message, which takes the place of its chunks. */
export function sayWhole(state: AcpState, speaker: Speaker, chunk: Chunk): Told {
  const talk = runOf(state).talks.get(speaker.runId);
  const isSame = talk !== undefined && talk.kind === chunk.kind && talk.messageId === chunk.messageId;
  if (!isSame || chunk.words === "") {
    return andThen(sayChunk(state, speaker, chunk), (said) => endTalk(said, speaker));
  }
  const whole: Talk = { ...talk, text: { ...talk.text, whole: chunk.words, isHeld: true } };
  return endTalk({ ...state, run: withTalk(runOf(state), speaker, whole) }, speaker);
}

function growTalk(state: AcpState, speaker: Speaker, talk: Talk, words: string): Told {
  const { text, habit, delta } = grow(talk.text, state.habit, words);
  const run = withTalk({ ...runOf(state), hasSpoken: true }, speaker, { ...talk, text });
  const next: AcpState = { ...state, habit, run };
  if (delta === null) return nothing(next);
  const type = talk.kind === "text" ? "text_delta" : "thinking_delta";
  const { responseId, block } = talk;
  return {
    state: next,
    events: [{ type, responseId, block, offset: delta.offset, delta: delta.text, ...speaker }],
  };
}

/** Ends what streams, with all of it. */
export function endTalk(state: AcpState, speaker: Speaker): Told {
  const run = runOf(state);
  const talk = run.talks.get(speaker.runId);
  if (talk === undefined) return nothing(state);
  const talks = new Map(run.talks);
  talks.delete(speaker.runId);
  return { state: { ...state, run: { ...run, talks } }, events: [doneOf(talk, speaker)] };
}

/** Ends all that streams in a run. Where it breaks off, only what the pieces have not told is told. */
export function endTalks(state: AcpState, isBroken: boolean): Told {
  const { run, agentId } = state;
  if (run === null) return nothing(state);
  const open = [...run.talks].filter(([, { text }]) => !isBroken || text.isHeld);
  const events = open.map(([runId, talk]) => doneOf(talk, { runId, agentId }));
  return { state: { ...state, run: { ...run, talks: new Map() } }, events };
}

function doneOf({ kind, responseId, block, text }: Talk, speaker: Speaker): EventBody {
  const type = kind === "text" ? "text_done" : "thinking_done";
  return { type, responseId, block, text: text.whole, ...speaker };
}

function withTalk(run: CurrentRun, { runId }: Speaker, talk: Talk): CurrentRun {
  return { ...run, talks: new Map(run.talks).set(runId, talk) };
}
