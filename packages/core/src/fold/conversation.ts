import { Dict } from "../data/dict.ts";
import type { Text } from "../data/text.ts";
import { Vector } from "../data/vector.ts";
import type { BlockKind, Outcome } from "../events/define.ts";
import type { Failure } from "../events/fields.ts";
import type { AgentState } from "../events/session.ts";
import type { ModelUsage } from "../events/usage.ts";
import type { Entry } from "./entry.ts";
import type { Fault } from "./fault.ts";

/** What a session's log folds to. Immutable: every event gives a new one that shares all that did not change. */
export interface Conversation {
  /** Taken from the first event; events of another session are refused. */
  readonly sessionId: string | null;
  readonly rev: number;
  readonly seq: number;
  readonly title: string | null;
  /** What the session itself shows. */
  readonly main: Lane;
  /** One lane for each subagent's run. */
  readonly lanes: Vector<Lane>;
  readonly runs: Vector<Run>;
  /** What is still open in each run, by the run's index; nothing once it has ended. */
  readonly works: Vector<Work>;
  readonly runIndex: Dict<number>;
  /** The run that spoke last, which is nearly always the one that speaks next. */
  readonly recentRun: number;
  /** Runs that have not ended, by id. */
  readonly liveRuns: Dict<number>;
  /** The run of the session itself (not a subagent's) that ended last. */
  readonly lastEnded: number | null;
  /** Every ask there ever was, and those that still wait for a person. */
  readonly asks: Dict<Place>;
  readonly pendingAsks: Dict<Place>;
  /** Exchanges, checkpoints and client messages already seen, each under its own prefix. */
  readonly seen: Dict<Place>;
  readonly agents: Dict<AgentState>;
  /** The latest plan's place; older ones stay in the lanes. */
  readonly plan: Place | null;
  /** All runs together, each model apart. */
  readonly usage: readonly ModelUsage[];
  readonly faults: Faults;
}

export interface Lane {
  /** The run that this lane shows; null for the session's own. */
  readonly runId: string | null;
  readonly entries: Vector<Entry>;
  /** How many leading entries are complete and will never change. Only ever grows. */
  readonly settled: number;
}

export const MAIN = -1;

/** Where an entry stands: lane (`MAIN` or an index into `lanes`) and position in it. */
export interface Place {
  readonly lane: number;
  readonly pos: number;
}

export interface Run {
  readonly index: number;
  readonly runId: string;
  readonly agentId: string;
  /** Its `run_started` was seen; else it began with the first event that named it. */
  readonly announced: boolean;
  readonly lane: number;
  readonly depth: number;
  readonly parentRunId: string | null;
  readonly parentCallId: string | null;
  readonly childRunIds: Vector<string>;
  readonly task: string | null;
  readonly model: string | null;
  readonly startedTs: number;
  readonly endedTs: number | null;
  readonly outcome: Outcome | null;
  readonly error: Failure | null;
  /** A subagent's answer to its parent. */
  readonly result: string | null;
  readonly status: RunStatus | null;
  readonly usage: readonly ModelUsage[];
  /** Its lane already says that it was interrupted, or why it failed. */
  readonly interruptShown: boolean;
  readonly errorShown: boolean;
}

export interface RunStatus {
  readonly status: string;
  readonly detail: string | null;
  readonly toolName: string | null;
  /** The event that told it last. */
  readonly seq: number;
  /** When this status began, and the event that began it: the same status keeps both. */
  readonly sinceTs: number;
  readonly sinceSeq: number;
}

export interface Work {
  /** The text or thought that streams now. At most one: any other entry of the run ends it. */
  readonly current: Current | null;
  /** Blocks that streamed before. */
  readonly blocks: Dict<BlockEnd>;
  /** Calls by their id. */
  readonly calls: Dict<number>;
  /** The call that was added last, which is nearly always the one that is spoken of next; -1 for none. */
  readonly recentCall: number;
  /** Input and output that came before their call. */
  readonly early: Dict<EarlyCall>;
  /** Positions of entries that were live when they were added. */
  readonly opened: Vector<number>;
}

export interface Current {
  readonly kind: BlockKind;
  readonly responseId: string;
  readonly block: number;
  readonly pos: number;
  readonly segment: number;
  /** It began with an event that lasts, so its beginning is known after compaction too. */
  readonly announced: boolean;
}

/** How far a block was delivered, in how many entries. */
export interface BlockEnd {
  readonly end: number;
  readonly segments: number;
}

export interface EarlyCall {
  readonly toolName: string | null;
  readonly inputText: Text;
  readonly output: Text;
}

export interface Faults {
  readonly count: number;
  readonly recent: readonly Fault[];
}

/** A conversation while one event, or one batch, is being applied to it. */
export type Draft = { -readonly [K in keyof Conversation]: Conversation[K] };

/**
 * A copy is made for every event, so it is kept small: what few events touch stands behind one reference, and is
 * copied only when it changes. The entry that streams is held apart and put into its lane when somebody looks there,
 * which is once a frame and not once a delta. To all others this is one flat object.
 */
class ConversationDraft implements Draft {
  sessionId: string | null;
  rev: number;
  seq: number;
  runs: Vector<Run>;
  works: Vector<Work>;
  recentRun: number;
  private ownMain: Lane;
  private ownLanes: Vector<Lane>;
  private rest: Rest;
  private hot: Entry | null;
  private hotLane: number;
  private hotPos: number;

  constructor(
    from: Pick<Conversation, "sessionId" | "rev" | "seq" | "runs" | "works" | "recentRun">,
    main: Lane,
    lanes: Vector<Lane>,
    rest: Rest,
    hot: Entry | null,
    hotLane: number,
    hotPos: number,
  ) {
    this.sessionId = from.sessionId;
    this.rev = from.rev;
    this.seq = from.seq;
    this.runs = from.runs;
    this.works = from.works;
    this.recentRun = from.recentRun;
    this.ownMain = main;
    this.ownLanes = lanes;
    this.rest = rest;
    this.hot = hot;
    this.hotLane = hotLane;
    this.hotPos = hotPos;
  }

  static copy(from: ConversationDraft): ConversationDraft {
    const { ownMain, ownLanes, rest, hot, hotLane, hotPos } = from;
    return new ConversationDraft(from, ownMain, ownLanes, rest, hot, hotLane, hotPos);
  }

  /** The live entry at a place. */
  static streaming(draft: ConversationDraft, lane: number, pos: number): Entry {
    if (draft.hot !== null && draft.hotPos === pos && draft.hotLane === lane) return draft.hot;
    const { entries } = lane === MAIN ? draft.main : (draft.lanes.get(lane) as Lane);
    return entries.get(pos) as Entry;
  }

  /** Replaces a live entry by one that is live too. */
  static stream(draft: ConversationDraft, lane: number, pos: number, entry: Entry): void {
    if (draft.hotPos !== pos || draft.hotLane !== lane) draft.coolDown();
    draft.hot = entry;
    draft.hotLane = lane;
    draft.hotPos = pos;
  }

  get main() {
    if (this.hot !== null) this.coolDown();
    return this.ownMain;
  }
  set main(main) {
    this.ownMain = main;
  }
  get lanes() {
    if (this.hot !== null) this.coolDown();
    return this.ownLanes;
  }
  set lanes(lanes) {
    this.ownLanes = lanes;
  }

  /** Puts the entry that streams into its lane. The conversation is the same before and after. */
  private coolDown(): void {
    const { hot, hotLane, hotPos } = this;
    if (hot === null) return;
    this.hot = null;
    const lane = hotLane === MAIN ? this.ownMain : (this.ownLanes.get(hotLane) as Lane);
    const { runId, entries, settled } = lane;
    const changed = { runId, entries: entries.set(hotPos, hot), settled };
    if (hotLane === MAIN) this.ownMain = changed;
    else this.ownLanes = this.ownLanes.set(hotLane, changed);
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
  get faults() {
    return this.rest.faults;
  }
  set faults(faults) {
    this.rest = { ...this.rest, faults };
  }
}

type Rest = Pick<
  Draft,
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
  | "faults"
>;

/** A copy of a conversation that may be assigned to. */
export function openDraft(conversation: Conversation): Draft {
  return ConversationDraft.copy(conversation as ConversationDraft);
}

/** A conversation made of its parts. */
export function makeConversation(parts: Conversation): Draft {
  const { title, runIndex, liveRuns, lastEnded, asks, pendingAsks, seen, agents, plan, usage, faults } =
    parts;
  const rest = { title, runIndex, liveRuns, lastEnded, asks, pendingAsks, seen, agents, plan, usage, faults };
  return new ConversationDraft(parts, parts.main, parts.lanes, rest, null, MAIN, -1);
}

/** The live entry at a place, also while it streams. */
export function streamingEntry(draft: Draft, lane: number, pos: number): Entry {
  return ConversationDraft.streaming(draft as ConversationDraft, lane, pos);
}

/** Replaces a live entry by one that is live too. */
export function streamEntry(draft: Draft, lane: number, pos: number, entry: Entry): void {
  ConversationDraft.stream(draft as ConversationDraft, lane, pos, entry);
}

export const noWork: Work = {
  current: null,
  blocks: Dict.empty,
  calls: Dict.empty,
  recentCall: -1,
  early: Dict.empty,
  opened: Vector.empty,
};

export const emptyConversation: Conversation = makeConversation({
  sessionId: null,
  rev: 0,
  seq: 0,
  title: null,
  main: { runId: null, entries: Vector.empty, settled: 0 },
  lanes: Vector.empty,
  runs: Vector.empty,
  works: Vector.empty,
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
  faults: { count: 0, recent: [] },
});
