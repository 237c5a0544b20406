import type { EventBody, TodoItem } from "@polylog/core";
import { parseNativeLine, rawEvent } from "../../connection/native-line.ts";
import { type Native, nameOf, recordOf, recordsOf, textOf } from "../../connection/native-value.ts";
import { noEvents } from "../../connection/translation.ts";
import type { PolylogToolCall } from "../../polylog-tools/tool-calls.ts";
import type { Line } from "../../process/split-lines.ts";
import { type PendingAsk, readAsk } from "./asks.ts";
import { endItem, growItem, startItem } from "./items.ts";
import type { CodexState, CodexTranslation } from "./state.ts";
import { runRefOf, withRun, withStatus, withThreadState } from "./state.ts";
import { reportStartedRuns } from "./subagents.ts";
import { beginTurn, endTurn, translateError } from "./turns.ts";
import { translateUsage } from "./usage.ts";

/** Translates a line of the app-server to events and to replies that the program expects. Never throws. */
export interface LineTranslation extends CodexTranslation {
  /** A response to our request. */
  readonly reply?: RpcReply;
  readonly ask?: PendingAsk;
  /** A call of one of Polylog's own tools. */
  readonly polylogToolCall?: { readonly rpcId: number | string; readonly call: PolylogToolCall };
  /** A request from the program that Polylog does not support. */
  readonly refused?: { readonly rpcId: number | string; readonly method: string };
  /** The program no longer waits for this answer. */
  readonly withdrawn?: number | string;
}

export interface RpcReply {
  readonly rpcId: number | string;
  readonly ok: boolean;
  readonly result: Native;
  readonly message: string;
}

export function translate(state: CodexState, line: Line): LineTranslation {
  const value = parseNativeLine(line);
  const translation = value === null ? null : understand(state, value);
  if (translation === null) return { state, events: [rawEvent(line, state.agentId)] };
  return { ...translation, ...reportStartedRuns(state, translation) };
}

function understand(state: CodexState, value: Native): LineTranslation | null {
  const method = nameOf(value.method);
  const rpcId = rpcIdOf(value.id);
  const params = recordOf(value.params);
  if (method === null) return rpcId === null ? null : readReply(state, rpcId, value);
  if (rpcId === null) return notified(state, method, params);
  if (method === "item/tool/call")
    return { ...noEvents(state), polylogToolCall: readPolylogToolCall(state, rpcId, params) };
  const asked = readAsk(state, rpcId, method, params);
  if (asked === null) return { ...noEvents(state), refused: { rpcId, method } };
  const { ask, event } = asked;
  const thread = state.threads.get(nameOf(params.threadId) ?? "");
  if (thread === undefined) return { state, events: [event], ask };
  const status = withStatus(
    state,
    thread,
    ask.kind === "permission" ? "waiting_permission" : "waiting_input",
  );
  return { state: withThreadState(state, status.thread), events: [...status.events, event], ask };
}

function readPolylogToolCall(state: CodexState, rpcId: number | string, params: Native) {
  const thread = state.threads.get(nameOf(params.threadId) ?? "");
  const runId = thread === undefined ? null : (runRefOf(state, thread)?.runId ?? null);
  const callId = nameOf(params.callId);
  const call = {
    id: String(rpcId),
    ...{ runId, callId, name: nameOf(params.tool) ?? "", input: params.arguments ?? {} },
  };
  return { rpcId, call };
}

function rpcIdOf(id: unknown): number | string | null {
  return typeof id === "number" || typeof id === "string" ? id : null;
}

function readReply(state: CodexState, rpcId: number | string, value: Native): LineTranslation | null {
  if (!("result" in value) && !("error" in value)) return null;
  const message = nameOf(recordOf(value.error).message) ?? "Codex rejected the request without a reason.";
  const reply = { rpcId, ok: !("error" in value), result: recordOf(value.result), message };
  return { ...noEvents(state), reply };
}

/** Known but not shown: the program reports about itself, or repeats reported data. */
const silent: ReadonlySet<string> = new Set([
  "thread/started",
  "thread/status/changed",
  "thread/readState/changed",
  "thread/archived",
  "thread/unarchived",
  "thread/deleted",
  "thread/closed",
  "thread/reverted",
  "thread/queue/changed",
  "thread/settings/updated",
  "thread/prediction/updated",
  "thread/goal/updated",
  "thread/goal/cleared",
  "thread/attachment/updated",
  "thread/project/updated",
  "thread/environment/connected",
  "thread/environment/disconnected",
  "thread/compacted",
  "turn/moderationMetadata",
  "project/changed",
  "skills/changed",
  "app/list/updated",
  "hook/started",
  "hook/completed",
  "rawResponseItem/completed",
  "rawResponse/completed",
  "account/updated",
  "account/rateLimits/updated",
  "account/login/completed",
  "model/verification",
  "model/safetyBuffering/updated",
  "modelProvider/authRecoveryStarted",
  "modelProvider/authRecoveryCompleted",
  "remoteControl/status/changed",
  "fs/changed",
  "item/autoApprovalReview/started",
  "item/autoApprovalReview/completed",
]);

function notified(state: CodexState, method: string, params: Native): LineTranslation | null {
  if (silent.has(method)) return noEvents(state);
  switch (method) {
    case "item/started":
      return startItem(state, params);
    case "item/completed":
      return endItem(state, params);
    case "turn/started":
      return beginTurn(state, params);
    case "turn/completed":
      return finishTurn(state, params);
    case "turn/diff/updated":
      return changeRun(state, params, { diff: textOf(params.diff) ?? "" });
    case "turn/plan/updated":
      return updatePlan(state, params);
    case "thread/tokenUsage/updated": {
      const thread = state.threads.get(nameOf(params.threadId) ?? "");
      return thread === undefined ? null : translateUsage(state, thread, params);
    }
    case "thread/name/updated":
      return retitle(state, params);
    case "error":
      return translateError(state, params);
    case "model/rerouted":
      return reroute(state, params);
    case "serverRequest/resolved":
      return resolve(state, params);
    case "mcpServer/startupStatus/updated":
      return followServer(state, params);
    case "warning":
    case "guardianWarning":
      return notice(state, nameOf(params.message));
    case "configWarning":
    case "deprecationNotice":
      return notice(
        state,
        [nameOf(params.summary), nameOf(params.details)].filter((text) => text !== null).join(" "),
      );
    default:
      return method.startsWith("item/") ? growItem(state, method, params) : null;
  }
}

/** Each subagent starts its own servers. Only those of the session's thread are waited for. */
function followServer(given: CodexState, params: Native): CodexTranslation {
  const name = nameOf(params.name) ?? "";
  const startingServers = new Set(given.startingServers);
  if (params.threadId === null || params.threadId === given.threadId) {
    if (params.status === "starting") startingServers.add(name);
    else startingServers.delete(name);
  }
  const state = { ...given, startingServers };
  if (params.status !== "failed") return noEvents(state);
  const text = `The MCP server ${name} did not start: ${nameOf(params.error) ?? "it gave no reason"}`;
  return { state, events: [{ type: "notice", level: "warning", text, agentId: state.agentId }] };
}

function finishTurn(state: CodexState, params: Native): LineTranslation | null {
  const end = endTurn(state, params);
  if (end === null) return null;
  const { plan, ...translation } = end;
  if (plan === undefined) return translation;
  const { planId: askId, runId } = plan;
  return {
    ...translation,
    ask: { askId, runId, kind: "plan", rpcId: null, method: "plan", params: {} },
  };
}

function changeRun(
  state: CodexState,
  params: Native,
  change: { readonly diff: string },
): CodexTranslation | null {
  const thread = state.threads.get(nameOf(params.threadId) ?? "");
  if (thread === undefined) return null;
  return noEvents(
    thread.run?.turnId === params.turnId ? withThreadState(state, withRun(thread, change)) : state,
  );
}

const steps: ReadonlyMap<unknown, TodoItem["status"]> = new Map([
  ["pending", "pending"],
  ["inProgress", "in_progress"],
  ["completed", "completed"],
]);

/** Codex's plan is its to-do list. */
function updatePlan(state: CodexState, params: Native): CodexTranslation | null {
  const thread = state.threads.get(nameOf(params.threadId) ?? "");
  if (thread === undefined) return null;
  const runRef = runRefOf(state, thread);
  if (runRef === null) return noEvents(state);
  const items = recordsOf(params.plan).map(({ step, status }) => ({
    content: textOf(step) ?? "",
    status: steps.get(status) ?? "pending",
  }));
  return { state, events: [{ type: "todo_update", items, ...runRef }] };
}

function retitle(state: CodexState, params: Native): CodexTranslation {
  const title = nameOf(params.threadName);
  if (params.threadId !== state.threadId || title === null) return noEvents(state);
  return { state, events: [{ type: "title", title, source: "agent", agentId: state.agentId }] };
}

function reroute(state: CodexState, params: Native): CodexTranslation | null {
  const thread = state.threads.get(nameOf(params.threadId) ?? "");
  const runRef = thread === undefined ? null : runRefOf(state, thread);
  const [preferred, actual] = [nameOf(params.fromModel), nameOf(params.toModel)];
  if (runRef === null || preferred === null || actual === null) return null;
  const reason = nameOf(params.reason) ?? "";
  return { state, events: [{ type: "model_fallback", preferred, actual, reason, ...runRef }] };
}

function resolve(state: CodexState, params: Native): LineTranslation {
  const withdrawn = rpcIdOf(params.requestId);
  const thread = state.threads.get(nameOf(params.threadId) ?? "");
  if (withdrawn === null || thread === undefined) return noEvents(state);
  const status = withStatus(state, thread, "working");
  return { state: withThreadState(state, status.thread), events: status.events, withdrawn };
}

function notice(state: CodexState, text: string | null): CodexTranslation | null {
  if (text === null || text === "") return null;
  const event: EventBody = { type: "notice", level: "warning", text, agentId: state.agentId };
  return { state, events: [event] };
}
