import { defined, type EventBody, type ToolLocation } from "@polylog/core";
import { noAppendedText } from "../../connection/appended-text.ts";
import { countOf, type Native, nameOf, recordOf, recordsOf, textOf } from "../../connection/native-value.ts";
import { noEvents, type RunRef } from "../../connection/translation.ts";
import { shownToolName } from "../../polylog-tools/tool-name.ts";
import { readCallContent } from "./content.ts";
import { type AcpState, type AcpTranslation, andThen, type Call, runOf, withStatus } from "./state.ts";
import { endStream } from "./text-stream.ts";
import { toolNameOf } from "./tool-name.ts";
import { endCall, growOutput, isEnd } from "./tool-output.ts";

/**
 * Tool calls. An update is a patch: fields that it omits stay unchanged, and fields that it sets to empty become
 * empty. An update of an unknown call announces the call.
 */

/** The update kind for a call that is known from a permission request. */
export const ASKED = "asked";

export function translateCall(state: AcpState, update: Native, runRef: RunRef): AcpTranslation | null {
  const nativeId = nameOf(update.toolCallId);
  if (nativeId === null) return null;
  if (isOver(state, nativeId, update)) return noEvents(state);
  const known = runOf(state).calls.get(nativeId);
  return known === undefined
    ? andThen(endStream(state, runRef), (ended) =>
        patch(ended, nativeId, newCall(ended, nativeId, update, runRef), update),
      )
    : patch(state, nativeId, known, update);
}

/** An ended call stays ended. Its ID may be reused by another call that is announced or requested again. */
function isOver(state: AcpState, nativeId: string, update: Native): boolean {
  const { calls, ended, deniedEarly } = runOf(state);
  if (calls.has(nativeId) || !ended.has(nativeId) || update.sessionUpdate === ASKED) return false;
  const isNew = update.sessionUpdate === "tool_call" && !isEnd(update.status);
  return !isNew || deniedEarly.has(nativeId);
}

function newCall(state: AcpState, nativeId: string, update: Native, runRef: RunRef): Call {
  const times = runOf(state).ended.get(nativeId) ?? 0;
  return {
    callId: times === 0 ? nativeId : `${nativeId}~${times + 1}`,
    runRef,
    isAnnounced: false,
    toolName: shownToolName(toolNameOf(update, nativeId, state.traits), state.polylogTools),
    ...{ title: null, kind: null, input: null, locations: [], content: [], shownText: null, hasBegun: false },
    ...{
      shown: noAppendedText,
      offset: 0,
      isAppended: false,
      terminals: [],
      rawOutput: undefined,
      exitCode: null,
    },
    ...{ refusal: null, reported: "", reportedInput: 0, reportedContent: "[]" },
  };
}

function patch(state: AcpState, nativeId: string, before: Call, update: Native): AcpTranslation {
  const patched = merged(before, update, nativeId, state);
  const call = state.traits.showsInputAsText ? patched : withCommand(patched, update);
  const run = runOf(state);
  const changed: AcpState = {
    ...state,
    run: { ...run, hasSpoken: true, calls: new Map(run.calls).set(nativeId, call) },
  };
  const isEnded = isEnd(update.status);
  const mayWait = !isEnded && update.status !== "in_progress";
  const reported =
    isReported(before, call) && run.pendingCall !== nativeId
      ? noEvents(changed)
      : mayWait && onlyInputGrew(before, call)
        ? noEvents({ ...changed, run: { ...runOf(changed), pendingCall: nativeId } })
        : reportCall(changed, nativeId);
  const grown = andThen(reported, (next) => growOutput(next, nativeId, update));
  if (isEnded) return andThen(grown, (next) => endCall(next, nativeId, update));
  return call.hasBegun || update.status === "pending"
    ? withStatus(grown, "calling_tool", call.toolName)
    : grown;
}

/** The title of a running command is taken as the command, unless the agent reports it elsewhere. */
function withCommand(call: Call, update: Native): Call {
  const isAtWork = call.hasBegun || isEnd(update.status);
  if (call.kind !== "execute" || !isEmpty(call.input) || call.title === null || !isAtWork) return call;
  return { ...call, input: { command: call.title } };
}

function merged(before: Call, update: Native, nativeId: string, { traits, polylogTools }: AcpState): Call {
  const { items, text, terminals } = readCallContent(update.content);
  const locations = locationsOf(update.locations);
  const isInput = traits.showsInputAsText && !isEnd(update.status);
  const input = isEmpty(update.rawInput) && isInput ? inputInText(text) : update.rawInput;
  return {
    ...before,
    isAnnounced: before.isAnnounced || update.sessionUpdate !== ASKED,
    toolName:
      before.reported === ""
        ? before.toolName
        : shownToolName(toolNameOf(update, nativeId, traits, before.toolName), polylogTools),
    title: nameOf(update.title) ?? before.title,
    kind: nameOf(update.kind) ?? before.kind,
    input: isEmpty(input) ? before.input : input,
    locations: locations.length === 0 ? before.locations : locations,
    content: items.length === 0 ? before.content : items,
    shownText: isInput ? before.shownText : (text ?? before.shownText),
    hasBegun: before.hasBegun || update.status === "in_progress",
    terminals: [...new Set([...before.terminals, ...terminals])],
    rawOutput: update.rawOutput ?? before.rawOutput,
  };
}

/** Incomplete input counts as missing. */
function inputInText(text: string | null): unknown {
  if (text === null || !text.endsWith("}")) return undefined;
  try {
    return recordOf(JSON.parse(text));
  } catch {
    // Not complete yet.
    return undefined;
  }
}

/** An input that grows in pieces is reported each time its length has doubled. */
function onlyInputGrew(before: Call, call: Call): boolean {
  if (before.reported === "" || callWithoutInput(before) !== callWithoutInput(call)) return false;
  return sizeOf(call.input) < 2 * Math.max(1, call.reportedInput);
}

/** An update that contains only output, of which there may be very many. */
function isReported(before: Call, { toolName, title, kind, input, locations, content }: Call): boolean {
  return (
    before.reported !== "" &&
    before.toolName === toolName &&
    before.title === title &&
    before.kind === kind &&
    before.input === input &&
    before.locations === locations &&
    before.content === content
  );
}

/** All fields that appear when a call starts, except its input. */
function callWithoutInput({ toolName, title, kind, locations, content }: Call): string {
  return JSON.stringify([toolName, title, kind, locations, content]);
}

/** Reports the call's current state if it has changed. */
function reportCall(state: AcpState, nativeId: string): AcpTranslation {
  const run = runOf(state);
  const call = run.calls.get(nativeId);
  if (call === undefined) return noEvents(state);
  const { callId, toolName, title, kind, input, locations, content, runRef } = call;
  const reported = JSON.stringify([callWithoutInput(call), input]);
  if (reported === call.reported) return noEvents(state);
  const reportedContent = JSON.stringify(content);
  const event: EventBody = {
    ...{ type: "tool_call_start", callId, toolName },
    ...defined({ kind, title }),
    ...(isEmpty(input) ? {} : { input }),
    ...(locations.length === 0 ? {} : { locations: [...locations] }),
    ...(reportedContent === call.reportedContent ? {} : { content: [...content] }),
    ...runRef,
  };
  const calls = new Map(run.calls).set(nativeId, {
    ...call,
    reported,
    reportedInput: sizeOf(input),
    reportedContent,
  });
  const pendingCall = run.pendingCall === nativeId ? null : run.pendingCall;
  return { state: { ...state, run: { ...run, calls, pendingCall } }, events: [event] };
}

/** Reports the grown input of a call before another update is reported. */
export function reportPendingCall(state: AcpState, next: string | null): AcpTranslation {
  const pendingCall = state.run?.pendingCall ?? null;
  return pendingCall === null || pendingCall === next ? noEvents(state) : reportCall(state, pendingCall);
}

function sizeOf(input: unknown): number {
  return isEmpty(input) ? 0 : JSON.stringify(input).length;
}

export function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null || value === "") return true;
  return typeof value === "object" && Object.keys(value).length === 0;
}

function locationsOf(value: unknown): ToolLocation[] {
  return recordsOf(value).flatMap((location) => {
    const path = textOf(location.path);
    const line = countOf(location.line);
    return path === null ? [] : [{ path, ...defined({ line }) }];
  });
}

/** The parent call, if the agent reports one. */
export function parentOf(update: Native): string | null {
  const meta = recordOf(update._meta);
  return nameOf(recordOf(meta.claudeCode).parentToolUseId) ?? nameOf(meta.parentToolCallId);
}
