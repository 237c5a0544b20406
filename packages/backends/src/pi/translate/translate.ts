import type { EventBody } from "@polylog/core";
import { parseNativeLine, rawEvent } from "../../connection/native-line.ts";
import { type Native, nameOf, recordOf, textOf } from "../../connection/native-value.ts";
import { noEvents } from "../../connection/translation.ts";
import type { Line } from "../../process/split-lines.ts";
import { type DialogTranslation, translateDialog } from "./dialogs.ts";
import { type PiState, type PiTranslation, withStatus } from "./state.ts";
import { startMessage, updateMessage } from "./translate-message.ts";
import { endMessage } from "./translate-message-end.ts";
import { translateTool } from "./translate-tool.ts";
import {
  endAgent,
  endContextCompaction,
  endRetry,
  settle,
  startAgent,
  startContextCompaction,
  startRetry,
} from "./translate-turn.ts";

/** Translates Pi's lines to events. Pure and total: every line has a result. */

export interface LineTranslation extends DialogTranslation {
  /** The program's response to our request. */
  readonly reply?: Reply;
}

export interface Reply {
  readonly id: string;
  readonly ok: boolean;
  readonly data: Native;
  readonly message: string;
}

export function translate(state: PiState, line: Line): LineTranslation {
  if (line.text.trim() === "" && !line.truncated) return noEvents(state);
  if (line.truncated && repeats.test(line.text)) return { ...noEvents(state), mayBeOver: true };
  const value = parseNativeLine(line);
  const known = value === null ? null : translateKnown(state, value);
  return known ?? { state, events: [rawEvent(line, state.agentId)] };
}

/** Lines that only repeat earlier ones. In a long run they exceed the line limit. */
const repeats = /^\{"type":"(?:agent_end|turn_end)"/;

function translateKnown(state: PiState, value: Native): LineTranslation | null {
  const type = textOf(value.type) ?? "";
  if (Object.hasOwn(handlers, type)) return (handlers[type] as Handler)(state, value);
  return ignoredTypes.has(type) ? noEvents(state) : null;
}

type Handler = (state: PiState, value: Native) => LineTranslation | null;

const handlers: Readonly<Record<string, Handler>> = {
  response: translateReply,
  agent_start: startAgent,
  agent_end: endAgent,
  agent_settled: settle,
  turn_start: (state) => withStatus(noEvents(state), "thinking"),
  message_start: startMessage,
  message_update: updateMessage,
  message_end: endMessage,
  tool_execution_start: translateTool,
  tool_execution_update: translateTool,
  tool_execution_end: translateTool,
  auto_retry_start: startRetry,
  auto_retry_end: endRetry,
  summarization_retry_scheduled: startRetry,
  compaction_start: startContextCompaction,
  compaction_end: endContextCompaction,
  extension_ui_request: translateDialog,
  extension_error: (state, value) => warning(state, `A Pi extension failed: ${textOf(value.error) ?? ""}`),
  session_info_changed: (state, value) => {
    const title = nameOf(value.name);
    const event: EventBody[] =
      title === null ? [] : [{ type: "title", title, source: "agent", agentId: state.agentId }];
    return { state, events: event };
  },
};

/** Known, and either redundant or not needed. */
const ignoredTypes: ReadonlySet<string> = new Set([
  "bash_execution_update",
  "entry_appended",
  "queue_update",
  "summarization_retry_attempt_start",
  "summarization_retry_finished",
  "thinking_level_changed",
  "turn_end",
]);

function translateReply(state: PiState, value: Native): LineTranslation | null {
  const id = nameOf(value.id);
  if (id === null || nameOf(value.command) === null) return null;
  const ok = value.success === true;
  return {
    state,
    events: [],
    reply: { id, ok, data: recordOf(value.data), message: textOf(value.error) ?? "" },
  };
}

function warning(state: PiState, text: string): PiTranslation {
  return { state, events: [{ type: "notice", level: "warning", text, agentId: state.agentId }] };
}
