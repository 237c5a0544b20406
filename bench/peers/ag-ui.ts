import { type BaseEvent, defaultApplyEvents, EventType, HttpAgent, type Message } from "@ag-ui/client";
import type { PolylogEvent } from "@polylog/core";
import { from, lastValueFrom } from "rxjs";
import { type Transcript, TranscriptBuilder } from "./transcript.ts";
import { type Turn, turnsOf } from "./turns.ts";

/** AG-UI: takes the history and one run's events, and creates a new list of messages after every event. */
export type AgUiTurn = Turn<BaseEvent>;

export function agUiTurns(events: readonly PolylogEvent[]): AgUiTurn[] {
  return turnsOf(events, toAgUi);
}

export async function applyWithAgUi(turns: readonly AgUiTurn[]): Promise<Message[]> {
  // Never receives a request; it only stores the messages.
  const agent = new HttpAgent({ url: "http://127.0.0.1" });
  const input = {
    threadId: "session",
    runId: "run",
    state: {},
    messages: [],
    tools: [],
    context: [],
    forwardedProps: {},
  };
  for (const { question, events } of turns) {
    agent.messages = [...agent.messages, { id: question.id, role: "user", content: question.text }];
    const last = await lastValueFrom(defaultApplyEvents(input, from(events), agent, []));
    agent.messages = last.messages ?? agent.messages;
  }
  return agent.messages;
}

/** Leaves out status, usage and streamed output, which change no message here: the peer has less to do. */
function toAgUi(event: PolylogEvent, before: PolylogEvent | undefined): readonly BaseEvent[] {
  switch (event.type) {
    case "thinking_start":
      return [
        make(EventType.REASONING_MESSAGE_START, { messageId: `${event.responseId}/0`, role: "reasoning" }),
      ];
    case "thinking_delta":
      return [
        make(EventType.REASONING_MESSAGE_CONTENT, { messageId: `${event.responseId}/0`, delta: event.delta }),
      ];
    case "thinking_done":
      return [make(EventType.REASONING_MESSAGE_END, { messageId: `${event.responseId}/0` })];
    case "text_delta": {
      const messageId = event.responseId;
      const delta = make(EventType.TEXT_MESSAGE_CONTENT, { messageId, delta: event.delta });
      if (before?.type === "text_delta") return [delta];
      return [make(EventType.TEXT_MESSAGE_START, { messageId, role: "assistant" }), delta];
    }
    case "text_done":
      return [make(EventType.TEXT_MESSAGE_END, { messageId: event.responseId })];
    case "tool_call_start": {
      const { callId: toolCallId, toolName: toolCallName, responseId: parentMessageId, input } = event;
      if (input !== undefined) return [make(EventType.TOOL_CALL_END, { toolCallId })];
      return [make(EventType.TOOL_CALL_START, { toolCallId, toolCallName, parentMessageId })];
    }
    case "tool_input_delta":
      return [make(EventType.TOOL_CALL_ARGS, { toolCallId: event.callId, delta: event.delta })];
    case "tool_result": {
      const { callId: toolCallId, result: content } = event;
      return [make(EventType.TOOL_CALL_RESULT, { messageId: `${toolCallId}/result`, toolCallId, content })];
    }
    default:
      return [];
  }
}

function make(type: EventType, fields: Record<string, unknown>): BaseEvent {
  return { type, ...fields };
}

export function transcriptOfAgUi(messages: readonly Message[]): Transcript {
  const transcript = new TranscriptBuilder();
  for (const message of messages) {
    const content = typeof message.content === "string" ? message.content : "";
    if (message.role === "tool") transcript.finish(message.toolCallId, content);
    else if (message.role === "reasoning") transcript.think(content);
    else transcript.say(message.role, content);
  }
  return transcript;
}
