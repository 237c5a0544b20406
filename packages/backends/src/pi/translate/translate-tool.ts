import { defined, type EventBody, type ToolContent } from "@polylog/core";
import { copyText } from "../../connection/appended-text.ts";
import { diffContent, hunksOf } from "../../connection/diff-content.ts";
import type { Native } from "../../connection/native-value.ts";
import { contentText, countOf, nameOf, recordOf, recordsOf, textOf } from "../../connection/native-value.ts";
import { noEvents, type RunRef } from "../../connection/translation.ts";
import { type OpenCall, type PiState, type PiTranslation, withRun, withStatus } from "./state.ts";
import { overlapOf } from "./text-overlap.ts";
import { callNamed, withCall, withoutCall } from "./tool-calls.ts";

/** Tool calls while they run. */
export function translateTool(state: PiState, value: Native): PiTranslation | null {
  const nativeId = nameOf(value.toolCallId);
  const toolName = nameOf(value.toolName);
  if (nativeId === null || toolName === null) return null;
  if (state.run === null) return noEvents(state);
  const { run, call } = callNamed(state.run, nativeId, toolName);
  const next: PiState = { ...state, run };
  const runRef = { runId: run.runId, agentId: state.agentId };
  switch (value.type) {
    case "tool_execution_start":
      return start(next, nativeId, call, recordOf(value.args), runRef);
    case "tool_execution_update":
      return grow(next, nativeId, call, recordOf(value.partialResult), runRef);
    default:
      return end(next, nativeId, call, value, runRef);
  }
}

function start(
  state: PiState,
  nativeId: string,
  call: OpenCall,
  input: Native,
  runRef: RunRef,
): PiTranslation {
  const { callId, toolName } = call;
  const run = state.run as NonNullable<PiState["run"]>;
  if (call.hasInput) return withStatus(noEvents(state), "calling_tool", toolName);
  const translation = withRun(state, withCall(run, nativeId, { ...call, hasInput: true }), [
    { type: "tool_call_start", callId, toolName, input, ...runRef },
  ]);
  return withStatus(translation, "calling_tool", toolName);
}

/** Each update contains all output so far, or only the end of long output. */
function grow(
  state: PiState,
  nativeId: string,
  call: OpenCall,
  result: Native,
  runRef: RunRef,
): PiTranslation {
  const run = state.run as NonNullable<PiState["run"]>;
  const text = contentText(result.content);
  const { shown, offset, callId, toolName } = call;
  if (text === shown) return noEvents(state);
  const isTail = recordOf(recordOf(result.details).truncation).truncated === true;
  const kept = text.startsWith(shown) ? shown.length : isTail ? overlapOf(shown, text) : 0;
  const isNew = kept === 0 && offset > 0;
  const from = isNew ? 0 : offset;
  const delta = copyText(text.slice(kept));
  const next = withRun(state, withCall(run, nativeId, { ...call, shown: text, offset: from + delta.length }));
  if (delta === "" && !isNew) return next;
  const event: EventBody = {
    ...{ type: "tool_output_delta", callId, toolName, offset: from, delta },
    ...(isNew ? { reset: true } : {}),
    ...runRef,
  };
  return { ...next, events: [event] };
}

function end(state: PiState, nativeId: string, call: OpenCall, value: Native, runRef: RunRef): PiTranslation {
  const run = state.run as NonNullable<PiState["run"]>;
  const { callId, toolName } = call;
  const outcome = recordOf(value.result);
  const result = contentText(outcome.content);
  const ok = value.isError !== true;
  const refusal = run.refused.get(callId);
  const code = refusal ?? (run.isCancelling ? "tool_interrupted" : "tool_error");
  const content = [...imagesOf(outcome.content), ...differencesOf(outcome)];
  const totalChars = cutOf(outcome);
  const exitCode = isShell(toolName) ? exitOf(ok, result) : null;
  const event: EventBody = {
    ...{ type: "tool_result", callId, toolName, ok },
    ...(ok ? {} : { error: { code, message: result } }),
    // A denied call printed nothing: the text is the reason for the model.
    ...(refusal === undefined ? { result: isShell(toolName) && result === NO_OUTPUT ? "" : result } : {}),
    ...(content.length === 0 ? {} : { content }),
    ...(totalChars === null ? {} : { truncated: { totalChars } }),
    ...defined({ exitCode }),
    ...runRef,
  };
  return withRun(state, withoutCall(run, nativeId), [event]);
}

/** The location of an edit in its file. */
function differencesOf(outcome: Native): ToolContent[] {
  const patch = textOf(recordOf(outcome.details).patch);
  const path = patch === null ? undefined : /^\+\+\+ ([^\t\n]+)/m.exec(patch)?.[1];
  return patch === null || path === undefined ? [] : diffContent(path, hunksOf(patch));
}

/** The program's text for the model if a command printed nothing. */
const NO_OUTPUT = "(no output)";

function isShell(toolName: string): boolean {
  return toolName === "bash" || toolName === "powershell";
}

/** A command that was terminated has no exit code. */
function exitOf(ok: boolean, result: string): number | null {
  if (ok) return 0;
  const code = /Command exited with code (\d{1,9})\s*$/.exec(result.slice(-100))?.[1];
  return code === undefined ? null : Number(code);
}

/** The full length of output that is only partly reported. */
function cutOf(outcome: Native): number | null {
  const { truncated, totalBytes } = recordOf(recordOf(outcome.details).truncation);
  return truncated === true ? countOf(totalBytes) : null;
}

function imagesOf(content: unknown): ToolContent[] {
  return recordsOf(content).flatMap((part) => {
    const mediaType = nameOf(part.mimeType);
    const data = textOf(part.data);
    return part.type === "image" && mediaType !== null && data !== null
      ? [{ type: "image" as const, mediaType, data }]
      : [];
  });
}
