import type { Conversation, Lane } from "../conversation/conversation.ts";
import type { Entry } from "../conversation/entry.ts";
import { findRun } from "../conversation/runs.ts";
import { Vector } from "../data/vector.ts";
import { isAutoApproved, type PermissionEntry } from "../events/permission.ts";
import type { Line } from "../format/line.ts";
import { limits } from "../limits.ts";
import { exploresAs } from "../tools/registry.ts";
import { groupLine } from "./group-line.ts";

/**
 * A lane as a screen lists it: entries, with consecutive similar ones drawn as one. A group is settled once all its entries are
 * and no entry can join it; a settled group never changes. A group has the key of its first entry, so that a screen treats a
 * call and the group it becomes as the same item.
 */

export type Group = EntryGroup | CollapsedGroup;

interface GroupBase {
  readonly key: string;
  /** Position of its first entry in the lane. */
  readonly pos: number;
  /**
   * The response it belongs to: everything that one run produces until a person or another agent sends a message. Null for
   * entries outside a run.
   */
  readonly responseKey: string | null;
  /** It is the first of its response. */
  readonly opens: boolean;
}

/** A single entry. */
export interface EntryGroup extends GroupBase {
  readonly kind: "entry";
  readonly entry: Entry;
}

/** Two or more entries drawn as one expandable line. */
export interface CollapsedGroup extends GroupBase {
  readonly kind: Family;
  readonly entries: readonly Entry[];
  /** One of its entries is still live. */
  readonly live: boolean;
  readonly line: Line;
}

/**
 * Entries that are drawn together: calls that only read, retries, and unknown records. In a finished response, also calls of
 * one kind: commands, edits, web pages and searches.
 */
export type Family = "explored" | "retries" | "raw" | "commands" | "edits" | "web";

export interface Grouping {
  readonly lane: Lane;
  readonly settled: Vector<Group>;
  readonly live: readonly Group[];
  /** How many entries of the lane the settled groups cover, including hidden ones. */
  readonly covered: number;
}

/** Groups a lane from its beginning. */
export function groupLane(conversation: Conversation, lane: Lane): Grouping {
  return groupFrom({ lane, settled: Vector.empty, live: [], covered: 0 }, conversation, lane);
}

/**
 * Groups a lane that has grown. Only live groups are processed again; unchanged groups stay the same objects, and so does the
 * whole result if no group changed.
 */
export function groupsFrom(previous: Grouping, conversation: Conversation, lane: Lane): Grouping {
  return continues(previous, lane) ? groupFrom(previous, conversation, lane) : groupLane(conversation, lane);
}

/** Whether the lane is a later state of the one that was grouped, not another one or one that was loaded again. */
function continues({ lane: before, covered }: Grouping, lane: Lane): boolean {
  if (before === lane) return true;
  if (before.runId !== lane.runId || covered > lane.settled) return false;
  return (
    before.entries.get(0) === lane.entries.get(0) &&
    before.entries.get(covered - 1) === lane.entries.get(covered - 1)
  );
}

function groupFrom(previous: Grouping, conversation: Conversation, lane: Lane): Grouping {
  const found = collect(previous, lane);
  const known = new Map(previous.live.map((group) => [group.key, group]));
  let { settled, covered } = previous;
  const live: Group[] = [];
  found.forEach((parts, index) => {
    const group = groupOf(parts, known.get((parts.members[0] as Member).entry.key));
    const next = found[index + 1];
    if (live.length === 0 && isSettled(conversation, lane, parts, next)) {
      settled = settled.push(group);
      covered = next?.members[0]?.pos ?? lane.entries.length;
    } else {
      live.push(group);
    }
  });
  if (found.length === 0) covered = lane.entries.length;
  const isLiveSame = isSameList(live, previous.live);
  if (isLiveSame && previous.lane === lane && previous.settled === settled) return previous;
  return { lane, settled, live: isLiveSame ? previous.live : live, covered };
}

interface Member {
  readonly pos: number;
  readonly entry: Entry;
}

/** A group under construction. */
interface Parts {
  readonly family: Family | null;
  readonly runId: string | null;
  readonly responseKey: string | null;
  readonly opens: boolean;
  readonly members: Member[];
}

/** One pass over the entries that no settled group covers. */
function collect({ settled, covered }: Grouping, lane: Lane): Parts[] {
  const found: Parts[] = [];
  let before = borderOf(settled.at(-1));
  lane.entries.slice(covered).forEach((entry, index) => {
    if (isHidden(entry, lane, covered + index)) return;
    const member = { pos: covered + index, entry };
    const family = familyOf(entry);
    const last = found.at(-1);
    if (last !== undefined && joins(last, family, entry)) {
      last.members.push(member);
      return;
    }
    const runId = isFromRun(entry) ? entry.runId : null;
    const opens = runId !== null && runId !== before.runId;
    const responseKey = runId === null ? null : opens ? `response/${entry.key}` : before.responseKey;
    before = { runId, responseKey };
    found.push({ family, runId: entry.runId, responseKey, opens, members: [member] });
  });
  return found;
}

/** The response that continues from the settled groups into the rest. */
function borderOf(last: Group | undefined): Pick<Parts, "runId" | "responseKey"> {
  if (last === undefined || last.responseKey === null) return { runId: null, responseKey: null };
  const first = last.kind === "entry" ? last.entry : last.entries[0];
  return { runId: first?.runId ?? null, responseKey: last.responseKey };
}

function joins({ family, runId, members }: Parts, other: Family | null, entry: Entry): boolean {
  return family !== null && family === other && runId === entry.runId && members.length < limits.groupEntries;
}

/**
 * Hidden in every list: a session's capabilities, hidden input for agents, and an exchange or an approval that its call's card
 * shows.
 */
function isHidden(entry: Entry, lane: Lane, pos: number): boolean {
  if (entry.kind === "exchange") return entry.callId !== null;
  if (entry.kind === "permission") return isAutoApproved(entry) && hasCallBefore(entry, lane, pos);
  return entry.kind === "meta" || (entry.kind === "message" && entry.role === "user" && entry.hidden);
}

/** Whether the call precedes it. If the call came later, the approval keeps its own place. */
function hasCallBefore({ callId, runId }: PermissionEntry, lane: Lane, pos: number): boolean {
  if (callId === null) return false;
  for (let at = pos - 1; at >= Math.max(0, pos - limits.groupEntries); at--) {
    const entry = lane.entries.get(at);
    if (entry?.kind === "tool_call" && entry.callId === callId && entry.runId === runId) return true;
  }
  return false;
}

/** Whether an entry continues a response of the run, or is hidden in every list and so ends none. */
export function continuesResponse(entry: Entry, runId: string, lane: Lane, pos: number): boolean {
  return isHidden(entry, lane, pos) || (isFromRun(entry) && entry.runId === runId);
}

function isFromRun(entry: Entry): boolean {
  return entry.runId !== null && !(entry.kind === "message" && entry.role === "user");
}

function familyOf(entry: Entry): Family | null {
  switch (entry.kind) {
    case "tool_call":
      return exploresAs(entry) === null ? null : "explored";
    case "retry":
      return "retries";
    case "raw":
    case "opaque":
    case "late":
      return "raw";
    default:
      return null;
  }
}

/** Whether a group can never change again. */
function isSettled(
  conversation: Conversation,
  lane: Lane,
  { family, runId, members }: Parts,
  next?: Parts,
): boolean {
  const last = members.at(-1) as Member;
  if (last.pos >= lane.settled) return false;
  if (family === null || members.length === limits.groupEntries) return true;
  const following = next?.members[0]?.entry;
  if (following !== undefined) return !mayJoinLater(family, runId, following);
  // An ended run makes no more calls and no more retries, but text may still arrive late.
  const run = family === "raw" || runId === null ? undefined : findRun(conversation, runId);
  return run !== undefined && run.outcome !== null;
}

/** A running call may turn out to be another tool than its name suggests so far. */
function mayJoinLater(family: Family, runId: string | null, following: Entry): boolean {
  return (
    family === "explored" && following.kind === "tool_call" && following.live && following.runId === runId
  );
}

/** Merges the entries of one response, each a separate group so far. */
export function collapseGroups(
  family: Family,
  groups: readonly [EntryGroup, ...EntryGroup[]],
): CollapsedGroup {
  const [{ key, pos, responseKey, opens }] = groups;
  const entries = groups.map(({ entry }) => entry);
  return {
    ...{ kind: family, key, pos, responseKey, opens, entries },
    live: false,
    line: groupLine(family, entries),
  };
}

function groupOf({ family, responseKey, opens, members }: Parts, known: Group | undefined): Group {
  const { pos, entry } = members[0] as Member;
  const base = { key: entry.key, pos, responseKey, opens };
  if (family === null || members.length === 1) {
    const isSame = known?.kind === "entry" && known.entry === entry;
    return isSame ? known : { kind: "entry", ...base, entry };
  }
  const entries = members.map((member) => member.entry);
  if (known?.kind === family && isSameList(known.entries, entries)) return known;
  return {
    kind: family,
    ...base,
    entries,
    live: entries.some(({ live }) => live),
    line: groupLine(family, entries),
  };
}

function isSameList<T>(a: readonly T[], b: readonly T[]): boolean {
  return a.length === b.length && a.every((item, index) => item === b[index]);
}
