import { Dict } from "../data/dict.ts";
import { Text } from "../data/text.ts";
import { Vector } from "../data/vector.ts";
import type { AssistantMessage } from "../events/text.ts";
import type { ThoughtEntry } from "../events/thinking.ts";
import type { ToolCallEntry } from "../events/tool.ts";
import { type Conversation, type Draft, type Lane, MAIN, type OpenWork, type Run } from "./conversation.ts";
import type { Entry } from "./entry.ts";

/** An entry whose text grows by deltas, and its place in its run's lane. */
export interface GrowingText {
  readonly pos: number;
  /** The entry before it grew. */
  readonly entry: AssistantMessage | ThoughtEntry | ToolCallEntry;
  readonly field: "body" | "inputText" | "output";
  /** The deltas that continue it: their type, their run, and their response or call. */
  readonly type: string;
  readonly run: Run;
  readonly about: string;
  readonly block: number;
}

/** The fields that all types of deltas have, and those that only some have. */
interface Delta {
  readonly type: string;
  readonly sessionId: string;
  readonly seq: number;
  readonly rev: number;
  readonly runId: string;
  readonly parentCallId?: string | undefined;
  readonly responseId?: string | undefined;
  readonly block?: number | undefined;
  readonly callId?: string | undefined;
  readonly reset?: boolean | undefined;
  readonly offset: number;
  readonly delta: string;
}

/**
 * A conversation is copied for every event, so it is kept small: rarely changed fields share one reference and are copied only
 * when they change. Most events (80 %) are deltas that continue the entry that grew last; for them only a text and the copy are
 * created. The entry is created when a caller reads its lane, which happens once a frame and not once a delta, or when any
 * other event arrives. Other code sees one flat object.
 */
class ConversationDraft implements Draft {
  seq: number;
  runs: Vector<Run>;
  openWork: Vector<OpenWork>;
  recentRun: number;
  private ownMain: Lane;
  private ownLanes: Vector<Lane>;
  private rest: Rest;
  /** The entry that the last event made grow, and its text since then. */
  private growing: GrowingText | null;
  private grown: Text;

  constructor(
    seq: number,
    runs: Vector<Run>,
    openWork: Vector<OpenWork>,
    recentRun: number,
    main: Lane,
    lanes: Vector<Lane>,
    rest: Rest,
    growing: GrowingText | null,
    grown: Text,
  ) {
    this.seq = seq;
    this.runs = runs;
    this.openWork = openWork;
    this.recentRun = recentRun;
    this.ownMain = main;
    this.ownLanes = lanes;
    this.rest = rest;
    this.growing = growing;
    this.grown = grown;
  }

  static copy(from: ConversationDraft): ConversationDraft {
    from.storeGrownText();
    const { seq, runs, openWork, recentRun, ownMain, ownLanes, rest } = from;
    return new ConversationDraft(seq, runs, openWork, recentRun, ownMain, ownLanes, rest, null, Text.empty);
  }

  static storeGrownText(draft: ConversationDraft): void {
    draft.storeGrownText();
  }

  static grow(draft: ConversationDraft, growing: GrowingText, text: Text): void {
    draft.storeGrownText();
    draft.growing = growing;
    draft.grown = text;
  }

  static continuedText(from: ConversationDraft, event: Delta): Text | null {
    const { growing, grown, rest } = from;
    if (growing === null || event.type !== growing.type) return null;
    const { run } = growing;
    const isContinued =
      event.seq > from.seq &&
      event.runId === run.runId &&
      (growing.field === "body"
        ? event.responseId === growing.about && (event.block ?? 0) === growing.block
        : event.callId === growing.about && event.reset !== true) &&
      // A call of another run would be a subagent's.
      (event.parentCallId === undefined || event.parentCallId === run.parentCallId) &&
      event.rev === rest.rev &&
      event.sessionId === rest.sessionId;
    if (!isContinued) return null;
    const text = grown.grow(event.offset, event.delta);
    return text === grown ? null : text;
  }

  static continueText(from: ConversationDraft, seq: number, text: Text): ConversationDraft {
    const { runs, openWork, recentRun, ownMain, ownLanes, rest, growing } = from;
    return new ConversationDraft(seq, runs, openWork, recentRun, ownMain, ownLanes, rest, growing, text);
  }

  static continueTextInPlace(draft: ConversationDraft, seq: number, text: Text): void {
    draft.seq = seq;
    draft.grown = text;
  }

  get main() {
    this.storeGrownText();
    return this.ownMain;
  }
  set main(main) {
    this.ownMain = main;
  }
  get lanes() {
    this.storeGrownText();
    return this.ownLanes;
  }
  set lanes(lanes) {
    this.ownLanes = lanes;
  }

  /** Adds the growing entry to its lane. The conversation itself does not change. */
  private storeGrownText(): void {
    const { growing, grown } = this;
    if (growing === null) return;
    this.growing = null;
    this.grown = Text.empty;
    const { pos, run } = growing;
    const { lane } = run;
    const { runId, entries, settled } = lane === MAIN ? this.ownMain : (this.ownLanes.get(lane) as Lane);
    const changed: Lane = { runId, entries: entries.set(pos, entryOf(growing, this.seq, grown)), settled };
    if (lane === MAIN) this.ownMain = changed;
    else this.ownLanes = this.ownLanes.set(lane, changed);
  }

  get sessionId() {
    return this.rest.sessionId;
  }
  set sessionId(sessionId) {
    this.rest = { ...this.rest, sessionId };
  }
  get rev() {
    return this.rest.rev;
  }
  set rev(rev) {
    this.rest = { ...this.rest, rev };
  }
  get title() {
    return this.rest.title;
  }
  set title(title) {
    this.rest = { ...this.rest, title };
  }
  get runIndex() {
    return this.rest.runIndex;
  }
  set runIndex(runIndex) {
    this.rest = { ...this.rest, runIndex };
  }
  get liveRuns() {
    return this.rest.liveRuns;
  }
  set liveRuns(liveRuns) {
    this.rest = { ...this.rest, liveRuns };
  }
  get lastEnded() {
    return this.rest.lastEnded;
  }
  set lastEnded(lastEnded) {
    this.rest = { ...this.rest, lastEnded };
  }
  get asks() {
    return this.rest.asks;
  }
  set asks(asks) {
    this.rest = { ...this.rest, asks };
  }
  get pendingAsks() {
    return this.rest.pendingAsks;
  }
  set pendingAsks(pendingAsks) {
    this.rest = { ...this.rest, pendingAsks };
  }
  get seen() {
    return this.rest.seen;
  }
  set seen(seen) {
    this.rest = { ...this.rest, seen };
  }
  get agents() {
    return this.rest.agents;
  }
  set agents(agents) {
    this.rest = { ...this.rest, agents };
  }
  get plan() {
    return this.rest.plan;
  }
  set plan(plan) {
    this.rest = { ...this.rest, plan };
  }
  get usage() {
    return this.rest.usage;
  }
  set usage(usage) {
    this.rest = { ...this.rest, usage };
  }
  get reporting() {
    return this.rest.reporting;
  }
  set reporting(reporting) {
    this.rest = { ...this.rest, reporting };
  }
  get faults() {
    return this.rest.faults;
  }
  set faults(faults) {
    this.rest = { ...this.rest, faults };
  }
}

/** The growing entry with its current text. */
function entryOf({ entry, field }: GrowingText, seq: number, text: Text): Entry {
  if (entry.kind !== "tool_call") return { ...entry, seq, body: text };
  return field === "output" ? { ...entry, seq, output: text } : { ...entry, seq, inputText: text };
}

type Rest = Pick<
  Draft,
  | "sessionId"
  | "rev"
  | "title"
  | "runIndex"
  | "liveRuns"
  | "lastEnded"
  | "asks"
  | "pendingAsks"
  | "seen"
  | "agents"
  | "plan"
  | "usage"
  | "reporting"
  | "faults"
>;

/** A mutable copy of a conversation. */
export function openDraft(conversation: Conversation): Draft {
  return ConversationDraft.copy(conversation as ConversationDraft);
}

/** A conversation built from its parts. */
export function makeConversation(parts: Conversation): Draft {
  const { seq, runs, openWork, recentRun, main, lanes } = parts;
  const { sessionId, rev, title, runIndex, liveRuns, lastEnded, asks, pendingAsks, seen } = parts;
  const { agents, plan, usage, reporting, faults } = parts;
  const indexes = { runIndex, liveRuns, lastEnded, asks, pendingAsks, seen };
  const rest = { sessionId, rev, title, ...indexes, agents, plan, usage, reporting, faults };
  return new ConversationDraft(seq, runs, openWork, recentRun, main, lanes, rest, null, Text.empty);
}

/** Sets the text of a live entry from the event that is being applied, so that following deltas can continue it. */
export function growEntryText(draft: Draft, growing: GrowingText, text: Text): void {
  ConversationDraft.grow(draft as ConversationDraft, growing, text);
}

/** The text that grew last, with the event's piece added; null if the event does not continue it. */
export function continuedText(conversation: Conversation, event: object): Text | null {
  return ConversationDraft.continuedText(conversation as ConversationDraft, event as Delta);
}

/** The conversation after an event that continued the text. */
export function continueText(conversation: Conversation, seq: number, text: Text): Conversation {
  return ConversationDraft.continueText(conversation as ConversationDraft, seq, text);
}

/** Like `continueText`, on a draft. */
export function continueTextInPlace(draft: Draft, seq: number, text: Text): void {
  ConversationDraft.continueTextInPlace(draft as ConversationDraft, seq, text);
}

/** Adds the growing entry to its lane, because the next event does something else. */
export function storeGrownText(draft: Draft): void {
  ConversationDraft.storeGrownText(draft as ConversationDraft);
}

export const emptyConversation: Conversation = makeConversation({
  sessionId: null,
  rev: 0,
  seq: 0,
  title: null,
  main: { runId: null, entries: Vector.empty, settled: 0 },
  lanes: Vector.empty,
  runs: Vector.empty,
  openWork: Vector.empty,
  runIndex: Dict.empty,
  recentRun: -1,
  liveRuns: Dict.empty,
  lastEnded: null,
  asks: Dict.empty,
  pendingAsks: Dict.empty,
  seen: Dict.empty,
  agents: Dict.empty,
  plan: null,
  usage: [],
  reporting: Dict.empty,
  faults: { count: 0, recent: [] },
});
