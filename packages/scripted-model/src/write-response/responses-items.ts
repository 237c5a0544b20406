import type { CallPart, ContentPart, TextPart, ThinkingPart } from "../answer.ts";
import type { Frame } from "./frame.ts";
import { paced, splitPieces, textFrames } from "./pieces.ts";
import { callId, type Reply, signatureOf } from "./reply.ts";

type MakeEvent = (type: string, fields: object) => Frame;

/** A complete output item of a response. */
export function itemOf(part: ContentPart, index: number, reply: Reply): Record<string, unknown> {
  const own = callId(reply, index);
  switch (part.kind) {
    case "text":
      return {
        id: `msg_${own}`,
        type: "message",
        status: "completed",
        role: "assistant",
        content: [textPart(part.text)],
      };
    case "thinking":
      return {
        id: `rs_${own}`,
        type: "reasoning",
        summary: part.text === "" ? [] : [{ type: "summary_text", text: part.text }],
        ...(reply.request.sealedReasoning ? { encrypted_content: signatureOf(part.text, reply) } : {}),
      };
    case "call": {
      const called = {
        name: part.name,
        ...(part.namespace === undefined ? {} : { namespace: part.namespace }),
      };
      return part.freeform
        ? {
            id: `ctc_${own}`,
            type: "custom_tool_call",
            status: "completed",
            call_id: `call_${own}`,
            ...called,
            input: part.input,
          }
        : {
            id: `fc_${own}`,
            type: "function_call",
            status: "completed",
            call_id: `call_${own}`,
            ...called,
            arguments: part.input,
          };
    }
  }
}

/** All events of one item. If it is cut off, the events that end it are left out. */
export function* itemEvents(
  part: ContentPart,
  index: number,
  reply: Reply,
  event: MakeEvent,
  cutOff: boolean,
): Generator<Frame> {
  const item = itemOf(part, index, reply);
  const { begin, deltas, end } = eventsOf(part, { item_id: item.id, output_index: index }, reply, event);
  yield event("response.output_item.added", { output_index: index, item: { ...item, ...opening(part) } });
  yield* begin();
  yield* deltas();
  if (cutOff) return;
  yield* end();
  yield event("response.output_item.done", { output_index: index, item });
}

function opening(part: ContentPart): object {
  if (part.kind === "text") return { status: "in_progress", content: [] };
  if (part.kind === "thinking") return { summary: [] };
  return { status: "in_progress", ...(part.freeform ? { input: "" } : { arguments: "" }) };
}

type ItemEvents = Readonly<Record<"begin" | "deltas" | "end", () => Iterable<Frame>>>;

function eventsOf(part: ContentPart, place: object, reply: Reply, event: MakeEvent): ItemEvents {
  if (part.kind === "text") return textEvents(part, place, reply, event);
  if (part.kind === "call") return callEvents(part, place, reply, event);
  if (part.text !== "") return thinkingEvents(part, place, reply, event);
  return { begin: () => [], deltas: () => [], end: () => [] };
}

function textEvents(part: TextPart, item: object, { pacing }: Reply, event: MakeEvent): ItemEvents {
  const place = { ...item, content_index: 0 };
  return {
    begin: () => [event("response.content_part.added", { ...place, part: textPart("") })],
    deltas: () =>
      textFrames(part, pacing, (delta) =>
        event("response.output_text.delta", { ...place, delta, logprobs: [] }),
      ),
    end: () => [
      event("response.output_text.done", { ...place, text: part.text, logprobs: [] }),
      event("response.content_part.done", { ...place, part: textPart(part.text) }),
    ],
  };
}

function callEvents(part: CallPart, place: object, { pacing }: Reply, event: MakeEvent): ItemEvents {
  const name = part.freeform ? "response.custom_tool_call_input" : "response.function_call_arguments";
  const whole = part.freeform ? { input: part.input } : { name: part.name, arguments: part.input };
  return {
    begin: () => [],
    deltas: () =>
      paced(splitPieces(part.input, pacing.pieceChars), 0, (delta) =>
        event(`${name}.delta`, { ...place, delta }),
      ),
    end: () => [event(`${name}.done`, { ...place, ...whole })],
  };
}

function thinkingEvents(part: ThinkingPart, item: object, { pacing }: Reply, event: MakeEvent): ItemEvents {
  const name = "response.reasoning_summary";
  const place = { ...item, summary_index: 0 };
  const summary = (text: string) => ({ type: "summary_text", text });
  return {
    begin: () => [event(`${name}_part.added`, { ...place, part: summary("") })],
    deltas: () =>
      paced(splitPieces(part.text, pacing.pieceChars), pacing.delayMs, (delta) =>
        event(`${name}_text.delta`, { ...place, delta }),
      ),
    end: () => [
      event(`${name}_text.done`, { ...place, text: part.text }),
      event(`${name}_part.done`, { ...place, part: summary(part.text) }),
    ],
  };
}

function textPart(text: string): object {
  return { type: "output_text", text, annotations: [], logprobs: [] };
}
