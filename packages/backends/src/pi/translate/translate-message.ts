import type { EventBody } from "@polylog/core";
import { wholeText } from "../../connection/appended-text.ts";
import type { Native } from "../../connection/native-value.ts";
import { contentText, countOf, nameOf, recordOf, recordsOf, textOf } from "../../connection/native-value.ts";
import { noEvents } from "../../connection/translation.ts";
import type { Block, CurrentRun, PiState, PiTranslation, Response } from "./state.ts";
import { withRun, withStatus } from "./state.ts";
import {
  blockAt,
  closeText,
  endText,
  growText,
  newBlock,
  placeOf,
  type TextKind,
  type TextPlace,
} from "./text-block.ts";
import { callNamed, withCall } from "./tool-calls.ts";

/** The model's streaming answer. Since 0.87 only in pieces; before, each line also contained all earlier text. */

export function startMessage(state: PiState, value: Native): PiTranslation | null {
  const { role } = recordOf(value.message);
  const { run } = state;
  if (role !== "assistant") return nameOf(role) === null ? null : noEvents(state);
  if (run === null) return noEvents(state);
  return withRun(state, withResponse(run));
}

export function withResponse(run: CurrentRun): CurrentRun {
  const responses = run.responses + 1;
  const response: Response = { responseId: `${run.runId}-${responses}`, blocks: new Map(), open: null };
  return { ...run, responses, response, broken: run.isRetrying ? run.broken : null };
}

/** A visible message of an extension. */
export function endOtherMessage(state: PiState, message: Native): PiTranslation | null {
  if (nameOf(message.role) === null) return null;
  const text = message.role === "custom" && message.display === true ? contentText(message.content) : "";
  return { state, events: text === "" ? [] : [{ type: "notice", text, agentId: state.agentId }] };
}

export function updateMessage(state: PiState, value: Native): PiTranslation | null {
  const piece = recordOf(value.assistantMessageEvent);
  const type = nameOf(piece.type);
  const { run, agentId } = state;
  if (type === null) return null;
  // A stream that continues after its run has ended is dropped.
  if (run?.response == null || ["start", "done", "error"].includes(type)) return noEvents(state);
  const index = countOf(piece.contentIndex);
  const [, kind, step = ""] = /^(text|thinking|toolcall)_(start|delta|end)$/.exec(type) ?? [];
  if (index === null || kind === undefined) return null;
  const place: TextPlace = { runRef: { runId: run.runId, agentId }, response: run.response, index };
  if (kind === "toolcall") return updateCall(state, run, place, step, piece);
  return updateText(state, run, place, kind as TextKind, step, piece);
}

function updateText(
  state: PiState,
  run: CurrentRun,
  given: TextPlace,
  kind: TextKind,
  step: string,
  piece: Native,
): PiTranslation | null {
  const isNew = !given.response.blocks.has(given.index);
  const before = isNew ? endOpen(given) : { response: given.response, events: [] };
  const place = { ...given, response: before.response };
  const block = blockAt(place, kind, run.broken);
  const text = step === "start" ? "" : textOf(step === "end" ? piece.content : piece.delta);
  if (text === null) return null;
  const { block: next, events } =
    step === "end" ? closeText(place, block, text) : growText(place, block, text);
  const isAnnounced = isNew && kind === "thinking" && step !== "end" && block.reported.length === 0;
  const begun: EventBody[] = isAnnounced ? [{ type: "thinking_start", ...placeOf(place, block) }] : [];
  const open = next.isDone ? null : place.index;
  const response = { ...withBlock(place.response, place.index, next), open };
  const after = withRun(state, { ...run, response });
  // A block's end may arrive when the answer has long moved on.
  const translation = step === "end" ? after : withStatus(after, kind === "text" ? "working" : "thinking");
  return { state: translation.state, events: [...before.events, ...translation.events, ...begun, ...events] };
}

/** A text is complete once another block starts. The program reports that only at the end of its answer. */
function endOpen({ runRef, response }: TextPlace): { response: Response; events: readonly EventBody[] } {
  const { open } = response;
  const block = open === null ? undefined : response.blocks.get(open);
  if (open === null || block === undefined || block.received < block.reported.length) {
    return { response: { ...response, open: null }, events: [] };
  }
  const ended = endText({ runRef, response, index: open }, block, wholeText(block.reported));
  return { response: { ...withBlock(response, open, ended.block), open: null }, events: ended.events };
}

function updateCall(
  state: PiState,
  given: CurrentRun,
  place: TextPlace,
  step: string,
  piece: Native,
): PiTranslation | null {
  const { index, runRef } = place;
  const { response, events: ended } = endOpen(place);
  const block = response.blocks.get(index) ?? newBlock("call", response);
  const toolCall = step === "end" ? recordOf(piece.toolCall) : beginningOf(piece, index);
  const nativeId = block.nativeId ?? nameOf(toolCall.id);
  const toolName = nameOf(toolCall.toolName) ?? nameOf(toolCall.name);
  const known = nativeId === null ? undefined : given.calls.get(nativeId);
  // Some models send the name only with the whole call.
  if (nativeId === null || (known === undefined && toolName === null)) {
    return withRun(state, { ...given, response: withBlock(response, index, block) }, ended);
  }
  const { run, call } = callNamed(given, nativeId, toolName ?? "");
  const at = { responseId: response.responseId, ...runRef };
  const { callId } = call;
  const start = { type: "tool_call_start" as const, callId, toolName: call.toolName };
  const events: EventBody[] = [...ended];
  if (known === undefined && step !== "end") events.push({ ...start, ...at });
  const delta = step === "delta" ? (textOf(piece.delta) ?? "") : "";
  if (delta !== "") events.push({ type: "tool_input_delta", callId, offset: block.received, delta, ...at });
  if (step === "end") events.push({ ...start, input: recordOf(toolCall.arguments), ...at });
  const grown: Block = { ...block, nativeId, received: block.received + delta.length };
  const hasInput = call.hasInput || step === "end";
  const next = withCall({ ...run, response: withBlock(response, index, grown) }, nativeId, {
    ...call,
    hasInput,
  });
  const translation = withStatus(withRun(state, next), "calling_tool", call.toolName);
  return { state: translation.state, events: [...translation.events, ...events] };
}

/** Before 0.87 the call's ID and name were only in the partial answer. */
function beginningOf(piece: Native, index: number): Native {
  const soFar = recordOf(recordsOf(recordOf(piece.partial).content)[index]);
  return { id: nameOf(piece.id) ?? soFar.id, toolName: nameOf(piece.toolName) ?? soFar.name };
}

function withBlock(response: Response, index: number, block: Block): Response {
  return { ...response, blocks: new Map(response.blocks).set(index, block) };
}
