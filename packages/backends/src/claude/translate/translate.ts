import type { EventBody } from "@polylog/core";
import { parseNativeLine, rawEvent } from "../../connection/native-line.ts";
import { type Native, nameOf, recordOf, roundedOf, textOf } from "../../connection/native-value.ts";
import { noEvents } from "../../connection/translation.ts";
import { POLYLOG_SERVER } from "../../polylog-tools/tool-name.ts";
import type { Line } from "../../process/split-lines.ts";
import { type PendingAsk, readAsk } from "./asks.ts";
import type { ClaudeState, ClaudeTranslation } from "./state.ts";
import { translateAssistant, translateUser } from "./translate-message.ts";
import { translateResult } from "./translate-result.ts";
import { translateStream } from "./translate-stream.ts";
import { translateSystem } from "./translate-system.ts";
import { translateLifecycle } from "./turns.ts";

/** Translates Claude Code's lines to events. Pure and total: every line has a result. */

export interface LineTranslation extends ClaudeTranslation {
  /** The program's response to our request. */
  readonly reply?: ControlReply;
  /** A request for a person's decision. */
  readonly ask?: PendingAsk;
  /** A request that needs no permission, because it is for one of Polylog's own tools. */
  readonly allowed?: { readonly requestId: string; readonly input: Native };
  /** A message to the MCP server of Polylog's own tools. */
  readonly message?: { readonly requestId: string; readonly message: Native };
  /** A request that the program has withdrawn. */
  readonly withdrawn?: string;
  /** A request that Polylog does not support. */
  readonly refused?: { readonly requestId: string; readonly reason: string };
}

export interface ControlReply {
  readonly requestId: string;
  readonly ok: boolean;
  readonly response: Native;
  readonly message: string;
}

export function translate(state: ClaudeState, line: Line): LineTranslation {
  if (line.text.trim() === "" && !line.truncated) return noEvents(state);
  const value = parseNativeLine(line);
  const known = value === null ? null : translateKnown(withSession(state, value), value);
  return known ?? { state, events: [rawEvent(line, state.agentId)] };
}

function translateKnown(state: ClaudeState, value: Native): LineTranslation | null {
  switch (value.type) {
    case "stream_event":
      return translateStream(state, value);
    case "assistant":
      return translateAssistant(state, value);
    case "user":
      return translateUser(state, value);
    case "result":
      return translateResult(state, value);
    case "system":
      return translateSystem(state, value);
    case "control_request":
      return translateRequest(state, value);
    case "control_response":
      return translateReply(state, recordOf(value.response));
    case "control_cancel_request": {
      const withdrawn = nameOf(value.request_id);
      return withdrawn === null ? null : { state, events: [], withdrawn };
    }
    case "command_lifecycle":
      return translateLifecycle(state, value);
    case "tool_progress":
      return translateProgress(state, value);
    case "tool_use_summary":
    case "conversation_reset":
    case "keep_alive":
    case "control_request_progress":
    case "rate_limit_event":
      return noEvents(state);
    default:
      return null;
  }
}

function withSession(state: ClaudeState, value: Native): ClaudeState {
  const nativeSessionId = nameOf(value.session_id);
  return nativeSessionId === null || nativeSessionId === state.nativeSessionId
    ? state
    : { ...state, nativeSessionId };
}

function translateRequest(state: ClaudeState, value: Native): LineTranslation | null {
  const requestId = nameOf(value.request_id);
  const request = recordOf(value.request);
  if (requestId === null) return null;
  const refused = (reason: string): LineTranslation => ({
    state,
    events: [],
    refused: { requestId, reason },
  });
  if (request.subtype === "mcp_message" && request.server_name === POLYLOG_SERVER)
    return { state, events: [], message: { requestId, message: recordOf(request.message) } };
  if (request.subtype !== "can_use_tool") return refused("Polylog does not support this request.");
  if (state.polylogTools.has(nameOf(request.tool_name) ?? ""))
    return { state, events: [], allowed: { requestId, input: recordOf(request.input) } };
  const asked = readAsk(state, requestId, request);
  if (asked === null) return refused("No active run can ask for this.");
  const { ask, event } = asked;
  const status: EventBody = {
    type: "agent_status",
    status: ask.kind === "question" ? "waiting_input" : "waiting_permission",
    runId: ask.runId,
    agentId: state.agentId,
  };
  const run = state.run === null ? null : { ...state.run, status: null };
  return { state: { ...state, run }, events: [event, status], ask };
}

function translateReply(state: ClaudeState, response: Native): LineTranslation | null {
  const requestId = nameOf(response.request_id);
  if (requestId === null) return null;
  const ok = response.subtype === "success";
  const message = textOf(response.error) ?? "";
  return { state, events: [], reply: { requestId, ok, response: recordOf(response.response), message } };
}

/** The line's ID is the message's. The call is named as its parent. */
function translateProgress(state: ClaudeState, value: Native): ClaudeTranslation {
  const callId = nameOf(value.parent_tool_use_id) ?? nameOf(value.tool_use_id);
  const call = callId === null ? undefined : state.calls.get(callId);
  const seconds = value.elapsed_time_seconds;
  const elapsedMs = typeof seconds === "number" ? roundedOf(seconds * 1000) : null;
  if (callId === null || call === undefined || elapsedMs === null) return noEvents(state);
  const event: EventBody = {
    type: "tool_progress",
    callId,
    elapsedMs,
    runId: call.runId,
    agentId: state.agentId,
  };
  return { state, events: [event] };
}
