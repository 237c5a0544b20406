import { type AskAnswer, type EventBody, permissionOptions, type Question } from "@polylog/core";
import { type Native, nameOf, namesOf, recordOf, textOf } from "../../connection/native-value.ts";
import type { RunRef } from "../../connection/translation.ts";
import type { PolylogToolCall } from "../../polylog-tools/tool-calls.ts";
import { plainToolName } from "../../polylog-tools/tool-name.ts";
import { ALLOW, GUARD, PERMISSION, POLYLOG_TOOL } from "../extension/guard.ts";
import { type PiState, type PiTranslation, runRefOf, withRefusal } from "./state.ts";

/** Dialogs of extensions: ours requests permission for tools, and the user's own may show anything. */

export interface PendingAsk {
  readonly id: string;
  readonly kind: "permission" | "question";
  readonly method: string;
  readonly callId: string | null;
}

/** The answer to a dialog, in the program's format. */
export type DialogAnswer =
  | { readonly value: string }
  | { readonly confirmed: boolean }
  | { readonly cancelled: true };

export interface DialogTranslation extends PiTranslation {
  readonly ask?: PendingAsk;
  /** A call of one of Polylog's own tools; the dialog waits for its result. */
  readonly polylogToolCall?: PolylogToolCall;
  /** A dialog that is answered at once, because no person can be asked. */
  readonly answered?: { readonly id: string; readonly answer: DialogAnswer };
}

export function translateDialog(state: PiState, value: Native): DialogTranslation | null {
  const id = nameOf(value.id);
  const method = nameOf(value.method);
  if (id === null || method === null) return null;
  switch (method) {
    case "notify":
      return { state, events: noticeOf(state, value) };
    case "setStatus": {
      const version = value.statusKey === GUARD ? nameOf(value.statusText) : null;
      return { state: version === null ? state : { ...state, version }, events: [] };
    }
    case "setWidget":
    case "setTitle":
    case "set_editor_text":
      return { state, events: [] };
    case "select":
    case "confirm":
    case "input":
    case "editor": {
      const runRef = runRefOf(state);
      const isCancelling = (state.run ?? state.waiting)?.isCancelling === true;
      if (runRef === null || isCancelling)
        return { state, events: [], answered: { id, answer: { cancelled: true } } };
      if (value.title === POLYLOG_TOOL)
        return { state, events: [], polylogToolCall: readPolylogToolCall(state, id, value, runRef) };
      return value.title === PERMISSION
        ? askPermission(state, id, value, runRef)
        : askQuestion(state, id, method, value, runRef);
    }
    default:
      return null;
  }
}

function readPolylogToolCall(state: PiState, id: string, value: Native, { runId }: RunRef): PolylogToolCall {
  const { callId: nativeId, name, input } = readJson(textOf(value.placeholder) ?? "");
  const callId = state.run?.calls.get(textOf(nativeId) ?? "")?.callId ?? null;
  return { id, runId, callId, name: plainToolName(textOf(name) ?? "") ?? "", input: recordOf(input) };
}

function noticeOf({ agentId }: PiState, value: Native): EventBody[] {
  const text = nameOf(value.message);
  const level = value.notifyType === "warning" || value.notifyType === "error" ? "warning" : "info";
  return text === null ? [] : [{ type: "notice", level, text, agentId }];
}

const planFirst =
  "Plan mode is active. Do not change or run anything yet. Read what you need, then describe your plan.";

function askPermission(state: PiState, id: string, value: Native, runRef: RunRef): DialogTranslation {
  const request = readJson(textOf(value.placeholder) ?? "");
  const nativeId = nameOf(request.callId);
  const toolName = nameOf(request.toolName);
  if (nativeId === null || toolName === null) {
    return { state, events: [], answered: { id, answer: { cancelled: true } } };
  }
  const callId = state.run?.calls.get(nativeId)?.callId ?? nativeId;
  if (state.mode === "plan") {
    const answered = { id, answer: { value: planFirst } };
    return { state: withRefusal(state, callId, "plan_mode"), events: [], answered };
  }
  const input = recordOf(request.input);
  const event: EventBody = {
    ...{ type: "permission_request", requestId: id, callId, toolName, input },
    ...{ options: [...permissionOptions], ...runRef },
  };
  return waiting(state, event, { id, kind: "permission", method: "input", callId }, runRef);
}

function askQuestion(
  state: PiState,
  id: string,
  method: string,
  value: Native,
  runRef: RunRef,
): DialogTranslation {
  const event: EventBody = {
    type: "ask_user",
    questionId: id,
    questions: [questionOf(method, value)],
    ...runRef,
  };
  return waiting(state, event, { id, kind: "question", method, callId: null }, runRef);
}

function waiting(state: PiState, event: EventBody, ask: PendingAsk, runRef: RunRef): DialogTranslation {
  const status = ask.kind === "question" ? "waiting_input" : "waiting_permission";
  const run = state.run === null ? null : { ...state.run, status: null };
  return { state: { ...state, run }, events: [event, { type: "agent_status", status, ...runRef }], ask };
}

const YES = "Yes";

function questionOf(method: string, value: Native): Question {
  const labels = method === "confirm" ? [YES, "No"] : namesOf(value.options);
  const more = textOf(
    method === "editor" ? value.prefill : method === "confirm" ? value.message : value.placeholder,
  );
  const question = [textOf(value.title) ?? "", more ?? ""].filter((part) => part !== "").join("\n\n");
  return { question, options: labels.map((label) => ({ label })), multiSelect: false };
}

/** The answer to the program, and the data to remember about it. */
export function answerTo(
  state: PiState,
  ask: PendingAsk,
  answer: AskAnswer,
): { state: PiState; answer: DialogAnswer } {
  if (answer.kind === "permission") {
    const { option, note } = answer;
    if (option?.kind.startsWith("allow") === true) return { state, answer: { value: ALLOW } };
    const said = nameOf(note?.trim());
    const value =
      said === null ? "The user did not allow this call." : `The user did not allow this call: ${said}`;
    return { state: withRefusal(state, ask.callId, "permission_denied"), answer: { value } };
  }
  const [given] = answer.kind === "question" ? (answer.answers ?? []) : [];
  if (given === undefined) return { state, answer: { cancelled: true } };
  const value = [given.answer].flat().join(", ");
  return { state, answer: ask.method === "confirm" ? { confirmed: value === YES } : { value } };
}

function readJson(text: string): Native {
  try {
    return recordOf(JSON.parse(text));
  } catch {
    // Not from our extension: a dialog without known fields.
    return {};
  }
}
