import { z } from "zod";
import type { Draft, EarlyCall, Run } from "../conversation/conversation.ts";
import { growEntryText } from "../conversation/draft.ts";
import type { EntryBase } from "../conversation/entry.ts";
import { report } from "../conversation/fault.ts";
import { addEntry, laneAt, putEntry } from "../conversation/lanes.ts";
import { openWorkOf, putOpenWork } from "../conversation/runs.ts";
import { endCurrent } from "../conversation/stream.ts";
import { escapeId, joinIds, keyInRun } from "../data/join-ids.ts";
import { boundedText, Text } from "../data/text.ts";
import { Vector } from "../data/vector.ts";
import { isTooDeep } from "../json-depth.ts";
import { limits } from "../limits.ts";
import { defineEntry, defineEvent, eventGroup } from "./define.ts";
import { readToolDelta } from "./delta.ts";
import type { Failure, Truncation } from "./fields.ts";
import { anything, count, failure, flag, id, oneOf, optional, text, truncation, whole } from "./fields.ts";
import { cleanToolName } from "./tool-name.ts";

/** Tool calls: an agent's actions. Their events are matched by call id within the run, at any distance and in any order. */

const location = z.object({ path: text, line: optional(count) });
export type ToolLocation = z.infer<typeof location>;

const content = z.discriminatedUnion("type", [
  z.object({ type: z.literal("text"), text }),
  z.object({
    ...{ type: z.literal("diff"), path: text, oldText: text, newText: text },
    /** The line at which the texts begin, if they are part of a file. */
    ...{ oldLine: optional(count), newLine: optional(count) },
  }),
  z.object({ type: z.literal("image"), mediaType: id, data: optional(text), blobId: optional(id) }),
  z.object({ type: z.literal("link"), uri: text, title: optional(text) }),
]);
export type ToolContent = z.infer<typeof content>;

export interface ToolCallEntry extends EntryBase {
  readonly kind: "tool_call";
  readonly callId: string;
  /** The displayed name; `rawName` is the agent's name. */
  readonly toolName: string;
  readonly rawName: string;
  readonly responseId: string | null;
  /** The agent's own category of the tool (read, edit, execute …), if it provides one. */
  readonly toolKind: string | null;
  readonly title: string | null;
  readonly input: unknown;
  /** The input's JSON while it streams; empty once `input` is known. */
  readonly inputText: Text;
  /** Texts of the input, or of its preview, are cut: the file has the whole event. */
  readonly inputCut: Truncation | null;
  readonly locations: readonly ToolLocation[];
  readonly content: readonly ToolContent[];
  /** Output while it streams; empty once `result` is known. */
  readonly output: Text;
  /** Null until the call has succeeded or failed. */
  readonly ok: boolean | null;
  readonly result: string | null;
  readonly error: Failure | null;
  readonly truncated: Truncation | null;
  readonly exitCode: number | null;
  readonly durationMs: number | null;
  readonly endedTs: number | null;
  readonly progress: ToolProgress | null;
  /** Subagents that this call started. */
  readonly childRunIds: Vector<string>;
}

export interface ToolProgress {
  readonly elapsedMs: number | null;
  readonly message: string | null;
}

declare module "../conversation/entry.ts" {
  interface EntryKinds {
    tool_call: ToolCallEntry;
  }
}

interface CallEvent {
  readonly seq: number;
  readonly ts: number;
  readonly callId: string;
  readonly toolName?: string | undefined;
  readonly responseId?: string | undefined;
}

interface CallDelta extends CallEvent {
  readonly type: string;
  readonly offset: number;
  readonly delta: string;
  readonly reset?: boolean | undefined;
}

const toolCallStart = defineEvent({
  type: "tool_call_start",
  scope: "run",
  payload: {
    callId: id,
    toolName: id,
    kind: optional(text),
    title: optional(text),
    input: optional(anything),
    locations: optional(z.array(location)),
    content: optional(z.array(content)),
  },
  // A bare announcement of a call is not needed once the input is known.
  supersededKey: (event, runId) =>
    isEmpty(event.input) &&
    event.kind === undefined &&
    event.title === undefined &&
    !event.locations?.length &&
    !event.content?.length
      ? announcement(event, runId)
      : null,
  supersedes: (event, runId) =>
    isEmpty(event.input) ? [] : [joinIds("input", runId, event.callId), announcement(event, runId)],
  fold: (draft, event, run) => {
    const known = callAt(draft, run, event.callId);
    if (known !== null && !known.call.live) return;
    const tooDeep = isTooDeep(event.input);
    if (tooDeep) report(draft, "too_deep", event.seq, event.callId);
    const call = known === null ? newCall(draft, run, event) : { ...known.call };
    call.seq = event.seq;
    call.toolName = cleanToolName(event.toolName);
    call.rawName = event.toolName;
    if (event.responseId !== undefined) call.responseId = event.responseId;
    if (event.kind !== undefined) call.toolKind = event.kind;
    if (event.title !== undefined) call.title = event.title;
    if (event.locations?.length) call.locations = event.locations;
    if (event.content?.length) call.content = event.content;
    if (event.cut !== undefined) call.inputCut = event.cut;
    if (!tooDeep && !isEmpty(event.input)) {
      // A call starts when its input is complete; earlier status does not count.
      if (call.input === null) call.progress = null;
      call.ts = event.ts;
      call.input = event.input;
      call.inputText = Text.empty;
    }
    putCall(draft, run, known?.pos ?? null, call);
  },
});

const toolInputDelta = defineEvent({
  type: "tool_input_delta",
  scope: "run",
  payload: { callId: id, toolName: optional(id), offset: count, delta: text },
  quick: readToolDelta,
  supersededKey: (event, runId) => joinIds("input", runId, event.callId),
  fold: (draft, event, run) => growCall(draft, run, event, "inputText"),
});

const toolOutputDelta = defineEvent({
  type: "tool_output_delta",
  scope: "run",
  payload: {
    callId: id,
    toolName: optional(id),
    offset: count,
    delta: text,
    stream: optional(oneOf(["stdout", "stderr"])),
    /** The output so far is invalid; this piece restarts it at offset 0. */
    reset: optional(flag),
  },
  quick: readToolDelta,
  supersededKey: (event, runId) => joinIds("output", runId, event.callId),
  fold: (draft, event, run) => growCall(draft, run, event, "output"),
});

const toolProgress = defineEvent({
  type: "tool_progress",
  scope: "run",
  payload: { callId: id, toolName: optional(id), elapsedMs: optional(count), message: optional(text) },
  supersededKey: (event, runId) => joinIds("progress", runId, event.callId),
  afterEnd: "ignore",
  fold: (draft, event, run) => {
    const known = callAt(draft, run, event.callId);
    if (known === null || !known.call.live) return;
    const progress = { elapsedMs: event.elapsedMs ?? null, message: event.message ?? null };
    putCall(draft, run, known.pos, { ...known.call, seq: event.seq, progress });
  },
});

const toolResult = defineEvent({
  type: "tool_result",
  scope: "run",
  payload: {
    callId: id,
    toolName: id,
    ok: flag,
    result: optional(text),
    error: optional(failure),
    content: optional(z.array(content)),
    truncated: optional(truncation),
    exitCode: optional(whole),
    durationMs: optional(count),
  },
  supersedes: (event, runId) => {
    const progress = joinIds("progress", runId, event.callId);
    return event.result === undefined ? [progress] : [progress, joinIds("output", runId, event.callId)];
  },
  fold: (draft, event, run) => {
    const known = callAt(draft, run, event.callId);
    if (known !== null && !known.call.live) return report(draft, "duplicate_result", event.seq, event.callId);
    const call = known === null ? newCall(draft, run, event) : { ...known.call };
    call.seq = event.seq;
    call.live = false;
    call.ok = event.ok;
    if (event.result !== undefined) {
      call.result = boundedText(event.result);
      call.output = Text.empty;
    }
    call.error = event.error ?? (event.ok ? null : failureOf(event.result));
    if (event.content?.length) call.content = event.content;
    call.truncated = event.truncated ?? cutOff(event.result);
    call.exitCode = event.exitCode ?? null;
    call.durationMs = event.durationMs ?? null;
    call.endedTs = event.ts;
    call.progress = null;
    putCall(draft, run, known?.pos ?? null, call);
  },
});

function failureOf(result = "The tool failed."): Failure {
  return { code: "tool_error", message: result };
}

function announcement({ callId, responseId = "" }: CallEvent, runId: string): string {
  return joinIds("start", runId, callId, responseId);
}

/** Added to a result that is longer than a conversation may hold. */
function cutOff(result: string | undefined): ToolCallEntry["truncated"] {
  return result === undefined || result.length <= limits.entryText ? null : { totalChars: result.length };
}

interface KnownCall {
  readonly pos: number;
  readonly call: ToolCallEntry;
}

function callAt(draft: Draft, run: Run, callId: string): KnownCall | null {
  const { recentCall, calls } = openWorkOf(draft, run);
  const { entries } = laneAt(draft, run.lane);
  const recent = recentCall === -1 ? null : (entries.get(recentCall) as ToolCallEntry);
  if (recent !== null && recent.callId === callId) return { pos: recentCall, call: recent };
  const pos = calls.get(callId);
  return pos === undefined ? null : { pos, call: entries.get(pos) as ToolCallEntry };
}

/** A new call. */
type FreshCall = { -readonly [K in keyof ToolCallEntry]: ToolCallEntry[K] };

/** A call that is not in its lane yet, with any parts that arrived before it. */
function newCall(draft: Draft, run: Run, event: CallEvent): FreshCall {
  const early = openWorkOf(draft, run).early.get(event.callId);
  const name = event.toolName ?? early?.toolName ?? "unknown";
  return {
    kind: "tool_call",
    key: keyInRun(run.runId, `call/${escapeId(event.callId)}`),
    seq: event.seq,
    ts: event.ts,
    agentId: run.agentId,
    runId: run.runId,
    live: true,
    endedBy: null,
    callId: event.callId,
    toolName: cleanToolName(name),
    rawName: name,
    responseId: event.responseId ?? null,
    toolKind: null,
    title: null,
    input: null,
    inputText: early?.inputText ?? Text.empty,
    inputCut: null,
    locations: [],
    content: [],
    output: early?.output ?? Text.empty,
    ok: null,
    result: null,
    error: null,
    truncated: null,
    exitCode: null,
    durationMs: null,
    endedTs: null,
    progress: null,
    childRunIds: Vector.empty,
  };
}

/** Replaces the call at a position, or adds it. A new call ends a text that is streaming. */
function putCall(draft: Draft, run: Run, pos: number | null, call: ToolCallEntry): void {
  if (pos !== null) return putEntry(draft, run.lane, pos, call);
  endCurrent(draft, run, call.seq);
  const added = addEntry(draft, run.lane, call).pos;
  const work = openWorkOf(draft, run);
  putOpenWork(draft, run, {
    ...work,
    calls: work.calls.set(call.callId, added),
    recentCall: added,
    opened: call.live ? work.opened.push(added) : work.opened,
    early: work.early.delete(call.callId),
  });
}

function growCall(draft: Draft, run: Run, event: CallDelta, field: "inputText" | "output"): void {
  const known = callAt(draft, run, event.callId);
  if (known === null) return growEarly(draft, run, event, field);
  const { pos, call } = known;
  if (!call.live || (field === "inputText" && call.input !== null)) return;
  const grown = grow(call[field], event);
  if (grown === call[field]) return;
  const { type, callId } = event;
  growEntryText(draft, { pos, entry: call, field, type, run, about: callId, block: 0 }, grown);
}

function grow(text: Text, { offset, delta, reset }: CallDelta): Text {
  return reset === true ? Text.empty.grow(0, delta) : text.grow(offset, delta);
}

function growEarly(draft: Draft, run: Run, event: CallDelta, field: "inputText" | "output"): void {
  const work = openWorkOf(draft, run);
  const early: EarlyCall = work.early.get(event.callId) ?? {
    toolName: event.toolName ?? null,
    inputText: Text.empty,
    output: Text.empty,
  };
  const grown = { ...early, [field]: grow(early[field], event) };
  putOpenWork(draft, run, { ...work, early: work.early.set(event.callId, grown) });
}

/** When a run ends, output of calls that never arrived is shown anyway. */
export function showEarlyCalls(
  draft: Draft,
  run: Run,
  at: { readonly seq: number; readonly ts: number },
): void {
  const { early } = openWorkOf(draft, run);
  if (early.size === 0) return;
  for (const callId of [...early].map(([callId]) => callId).sort()) {
    putCall(draft, run, null, newCall(draft, run, { seq: at.seq, ts: at.ts, callId }));
  }
}

function isEmpty(input: unknown): boolean {
  if (typeof input !== "object") return input === undefined;
  for (const key in input) if (Object.hasOwn(input, key)) return false;
  return true;
}

export const tools = eventGroup(
  [toolCallStart, toolInputDelta, toolOutputDelta, toolProgress, toolResult],
  [
    defineEntry("tool_call", (entry) => ({
      icon: "tool",
      tone: entry.live ? "live" : entry.endedBy !== null ? "waiting" : entry.ok === true ? "done" : "failed",
      text: entry.title ?? entry.toolName,
    })),
  ],
);
