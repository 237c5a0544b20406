import type { PolylogEvent } from "@polylog/core";
import { isToolUIPart, readUIMessageStream, type UIMessage, type UIMessageChunk } from "ai";
import { type Transcript, TranscriptBuilder } from "./transcript.ts";
import { type Turn, turnsOf } from "./turns.ts";

/** The AI SDK: takes the chunks of one answer, and creates a new state of its message after every chunk. */
export type AiTurn = Turn<UIMessageChunk>;

export function aiTurns(events: readonly PolylogEvent[]): AiTurn[] {
  return turnsOf(events, toChunks);
}

export async function readWithAi(turns: readonly AiTurn[]): Promise<UIMessage[]> {
  const messages: UIMessage[] = [];
  for (const { question, events } of turns) {
    messages.push({ id: question.id, role: "user", parts: [{ type: "text", text: question.text }] });
    let answer: UIMessage | undefined;
    for await (const state of readUIMessageStream({ stream: streamOf(events), terminateOnError: true }))
      answer = state;
    if (answer !== undefined) messages.push(answer);
  }
  return messages;
}

function streamOf(chunks: readonly UIMessageChunk[]): ReadableStream<UIMessageChunk> {
  let next = 0;
  return new ReadableStream({
    pull(controller) {
      const chunk = chunks[next++];
      if (chunk === undefined) controller.close();
      else controller.enqueue(chunk);
    },
  });
}

/** Leaves out status, usage and streamed output, which a message's chunks cannot contain: the peer has less to do. */
function toChunks(event: PolylogEvent, before: PolylogEvent | undefined): readonly UIMessageChunk[] {
  switch (event.type) {
    case "run_started":
      return [{ type: "start", messageId: event.runId }];
    case "thinking_start":
      return [{ type: "reasoning-start", id: event.responseId }];
    case "thinking_delta":
      return [{ type: "reasoning-delta", id: event.responseId, delta: event.delta }];
    case "thinking_done":
      return [{ type: "reasoning-end", id: event.responseId }];
    case "text_delta": {
      const delta: UIMessageChunk = { type: "text-delta", id: event.responseId, delta: event.delta };
      return before?.type === "text_delta" ? [delta] : [{ type: "text-start", id: event.responseId }, delta];
    }
    case "text_done":
      return [{ type: "text-end", id: event.responseId }];
    case "tool_call_start": {
      const { callId: toolCallId, toolName, input } = event;
      return input === undefined
        ? [{ type: "tool-input-start", toolCallId, toolName }]
        : [{ type: "tool-input-available", toolCallId, toolName, input }];
    }
    case "tool_input_delta":
      return [{ type: "tool-input-delta", toolCallId: event.callId, inputTextDelta: event.delta }];
    case "tool_result":
      return [{ type: "tool-output-available", toolCallId: event.callId, output: event.result }];
    case "run_ended":
      return [{ type: "finish" }];
    default:
      return [];
  }
}

export function transcriptOfAi(messages: readonly UIMessage[]): Transcript {
  const transcript = new TranscriptBuilder();
  for (const { role, parts } of messages) {
    for (const part of parts) {
      if (part.type === "text") transcript.say(role, part.text);
      else if (part.type === "reasoning") transcript.think(part.text);
      else if (isToolUIPart(part)) transcript.finish(part.toolCallId, String(part.output));
    }
  }
  return transcript;
}
