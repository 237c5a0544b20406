import type {
  Conversation,
  Draft,
  EarlyCall,
  Lane,
  OpenWork,
  Place,
  Run,
} from "../conversation/conversation.ts";
import { MAIN, noOpenWork } from "../conversation/conversation.ts";
import { makeConversation } from "../conversation/draft.ts";
import type { Entry } from "../conversation/entry.ts";
import type { RequestRecord } from "../conversation/requests.ts";
import {
  callbackKey,
  exchangeCallKey,
  exchangeRunKey,
  permissionCallKey,
} from "../conversation/seen-entry-keys.ts";
import { Dict } from "../data/dict.ts";
import { type StoredText, Text } from "../data/text.ts";
import { Vector } from "../data/vector.ts";
import type { AgentState } from "../events/session.ts";

/**
 * A conversation as plain JSON and back: the server stores it next to the log and sends it to a client that opens a long
 * session. It contains only data that cannot be derived from the entries; the indexes are rebuilt.
 */
export interface Snapshot {
  readonly format: typeof FORMAT;
  readonly sessionId: string | null;
  readonly rev: number;
  readonly seq: number;
  readonly title: string | null;
  readonly main: StoredLane;
  readonly lanes: readonly StoredLane[];
  readonly runs: readonly object[];
  /** The open work of runs that have not ended, by the run's index. */
  readonly works: readonly (readonly [number, StoredWork])[];
  readonly lastEnded: number | null;
  readonly agents: readonly (readonly [string, AgentState])[];
  readonly plan: Place | null;
  readonly usage: Conversation["usage"];
  readonly faults: Conversation["faults"];
}

interface StoredLane {
  readonly runId: string | null;
  readonly settled: number;
  readonly entries: readonly object[];
}

interface StoredWork {
  readonly current: OpenWork["current"];
  readonly blocks: readonly (readonly [string, OpenWork["blocks"] extends Dict<infer B> ? B : never])[];
  readonly calls: readonly (readonly [string, number])[];
  readonly early: readonly (readonly [string, object])[];
  readonly opened: readonly number[];
}

/** Increased whenever an older stored conversation would be misread. */
const FORMAT = 6;

export function toSnapshot(conversation: Conversation): Snapshot {
  const { sessionId, rev, seq, title, lastEnded, plan, usage, faults } = conversation;
  const live = [...conversation.liveRuns.values()].sort((a, b) => a - b);
  return {
    format: FORMAT,
    sessionId,
    rev,
    seq,
    title,
    main: storeLane(conversation.main),
    lanes: conversation.lanes.slice().map(storeLane),
    runs: conversation.runs.slice().map((run) => ({
      ...run,
      childRunIds: run.childRunIds.slice(),
      requests: run.requests.slice(),
    })),
    works: live.map((index) => [index, storeWork(conversation.openWork.get(index) as OpenWork)]),
    lastEnded,
    agents: sorted(conversation.agents),
    plan,
    usage,
    faults,
  };
}

/** Null if the snapshot has another format: fold the log instead. */
export function fromSnapshot(snapshot: Snapshot): Conversation | null {
  if (snapshot.format !== FORMAT) return null;
  const { sessionId, rev, seq, title, lastEnded, plan, usage, faults } = snapshot;
  const runs = snapshot.runs.map(readRun);
  const works = new Map(snapshot.works);
  const draft = makeConversation({
    sessionId,
    rev,
    seq,
    title,
    main: readLane(snapshot.main),
    lanes: Vector.from(snapshot.lanes.map(readLane)),
    runs: Vector.from(runs),
    openWork: Vector.from(runs.map((run) => readWork(works.get(run.index)))),
    runIndex: Dict.from(runs.map((run) => [run.runId, run.index])),
    recentRun: runs.length - 1,
    liveRuns: Dict.from(runs.filter((run) => run.outcome === null).map((run) => [run.runId, run.index])),
    lastEnded,
    asks: Dict.empty,
    pendingAsks: Dict.empty,
    seen: Dict.empty,
    agents: Dict.from(snapshot.agents),
    plan,
    usage,
    reporting: reportingIn(runs),
    faults,
  });
  index(draft, draft.main, MAIN);
  draft.lanes.slice().forEach((lane, at) => {
    index(draft, lane, at);
  });
  return draft;
}

function reportingIn(runs: readonly Run[]): Conversation["reporting"] {
  const counts = new Map<string, number>();
  for (const { agentId, usage } of runs)
    counts.set(agentId, (counts.get(agentId) ?? 0) + Number(usage.length > 0));
  return Dict.from(counts);
}

/** Finds asks, and keys that must stay unique, in the entries of a lane. */
function index(draft: Draft, lane: Lane, at: number): void {
  lane.entries.slice().forEach((entry, pos) => {
    const place: Place = { lane: at, pos };
    if ("askId" in entry && (entry.kind !== "plan" || entry.awaitsApproval)) {
      draft.asks = draft.asks.set(entry.askId, place);
      if (entry.live) draft.pendingAsks = draft.pendingAsks.set(entry.askId, place);
    }
    for (const name of seenNames(entry)) draft.seen = draft.seen.set(name, place);
  });
}

function seenNames(entry: Entry): readonly string[] {
  switch (entry.kind) {
    case "checkpoint":
      return [`checkpoint/${entry.hash}`];
    case "exchange":
      return [
        `exchange/${entry.exchangeId}`,
        ...(entry.targetRunId === null ? [] : [exchangeRunKey(entry.targetRunId)]),
        ...(entry.callId === null || entry.runId === null
          ? []
          : [exchangeCallKey(entry.runId, entry.callId)]),
      ];
    case "callback":
      return [callbackKey(entry.exchangeId)];
    case "permission":
      return entry.callId === null || entry.runId === null
        ? []
        : [permissionCallKey(entry.runId, entry.callId)];
    case "subagent":
      return [`subagent/${entry.childRunId}`];
    case "message":
      return entry.role === "user" && entry.clientMessageId !== null
        ? [`message/${entry.clientMessageId}`]
        : [];
    default:
      return [];
  }
}

function storeLane({ runId, settled, entries }: Lane): StoredLane {
  return { runId, settled, entries: entries.slice().map(storeEntry) };
}

function readLane({ runId, settled, entries }: StoredLane): Lane {
  return { runId, settled, entries: Vector.from(entries.map((entry) => readEntry(entry as StoredEntry))) };
}

type StoredEntry = { readonly kind: Entry["kind"] } & Record<string, unknown>;

/** An entry in its snapshot form. */
export function storeEntry(entry: Entry): object {
  switch (entry.kind) {
    case "message":
    case "thought":
      return { ...entry, body: entry.body.toJSON() };
    case "tool_call":
      return {
        ...entry,
        inputText: entry.inputText.toJSON(),
        output: entry.output.toJSON(),
        childRunIds: entry.childRunIds.slice(),
      };
    default:
      return entry;
  }
}

function readEntry(stored: StoredEntry): Entry {
  switch (stored.kind) {
    case "message":
    case "thought":
      return { ...stored, body: readText(stored.body) } as unknown as Entry;
    case "tool_call":
      return {
        ...stored,
        inputText: readText(stored.inputText),
        output: readText(stored.output),
        childRunIds: Vector.from(stored.childRunIds as string[]),
      } as unknown as Entry;
    default:
      return stored as unknown as Entry;
  }
}

function readText(stored: unknown): Text {
  return Text.restore(typeof stored === "string" ? { text: stored } : (stored as StoredText));
}

function readRun(stored: object): Run {
  const run = stored as Omit<Run, "childRunIds" | "requests"> & {
    readonly childRunIds: string[];
    readonly requests: RequestRecord[];
  };
  return { ...run, childRunIds: Vector.from(run.childRunIds), requests: Vector.from(run.requests) };
}

function storeWork({ current, blocks, calls, early, opened }: OpenWork): StoredWork {
  return {
    current,
    blocks: sorted(blocks),
    calls: sorted(calls),
    early: sorted(early).map(([callId, { toolName, inputText, output }]) => [
      callId,
      { toolName, inputText: inputText.toJSON(), output: output.toJSON() },
    ]),
    opened: opened.slice(),
  };
}

function readWork(stored: StoredWork | undefined): OpenWork {
  if (stored === undefined) return noOpenWork;
  return {
    current: stored.current,
    blocks: Dict.from(stored.blocks),
    calls: Dict.from(stored.calls),
    recentCall: -1,
    early: Dict.from(
      stored.early.map(([callId, early]) => [callId, readEarly(early as Record<string, unknown>)]),
    ),
    opened: Vector.from(stored.opened),
  };
}

function readEarly({ toolName, inputText, output }: Record<string, unknown>): EarlyCall {
  return { toolName: toolName as string | null, inputText: readText(inputText), output: readText(output) };
}

function sorted<V>(dict: Dict<V>): (readonly [string, V])[] {
  return [...dict].sort(([a], [b]) => (a < b ? -1 : 1));
}
