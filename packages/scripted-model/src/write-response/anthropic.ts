import type { ContentPart } from "../answer.ts";
import { anthropicError } from "./errors.ts";
import { brokenSse, type Frame, sse, wait } from "./frame.ts";
import { paced, splitPieces, textFrames } from "./pieces.ts";
import { callId, contentOf, isCutOff, type Reply, signatureOf } from "./reply.ts";
import { stopReason } from "./stop-reason.ts";

type Event = { readonly type: string; readonly [field: string]: unknown };

const event = (value: Event): Frame => sse(value, value.type);

/** A complete answer of the Messages API. */
export function anthropicBody(reply: Reply): unknown {
  return {
    ...head(reply),
    content: contentOf(reply).map((part, index) => blockOf(part, index, reply)),
    stop_reason: reply.answer.parts.some(({ kind }) => kind === "nodone") ? null : stopReason(reply),
    usage: usageOf(reply, reply.usage.output),
  };
}

/** A streamed answer of the Messages API. */
export function* anthropicStream(reply: Reply): Generator<Frame> {
  yield event({
    type: "message_start",
    message: { ...head(reply), content: [], stop_reason: null, usage: usageOf(reply, 1) },
  });
  let index = 0;
  for (const [at, part] of reply.answer.parts.entries()) {
    switch (part.kind) {
      case "stall":
        yield wait(part.ms);
        break;
      case "cut":
        return yield { kind: "cut" };
      case "nodone":
        return;
      case "malformed":
        return yield brokenSse(
          { type: "content_block_delta", index, delta: { type: "text_delta", text: "This is never read." } },
          "content_block_delta",
        );
      case "error":
        return yield event(anthropicError(part.status, reply.id));
      default:
        yield* blockFrames(part, index, reply);
        if (isCutOff(reply, at)) break;
        yield event({ type: "content_block_stop", index });
        index += 1;
    }
  }
  yield event({
    type: "message_delta",
    delta: { stop_reason: stopReason(reply), stop_sequence: null },
    usage: usageOf(reply, reply.usage.output),
  });
  yield event({ type: "message_stop" });
}

function* blockFrames(part: ContentPart, index: number, reply: Reply): Generator<Frame> {
  const { pacing } = reply;
  const delta = (value: Event) => event({ type: "content_block_delta", index, delta: value });
  yield event({ type: "content_block_start", index, content_block: emptyBlock(part, index, reply) });
  if (index === 0) yield event({ type: "ping" });
  if (part.kind === "text") {
    yield* textFrames(part, pacing, (text) => delta({ type: "text_delta", text }));
  } else if (part.kind === "call") {
    yield delta({ type: "input_json_delta", partial_json: "" });
    yield* paced(splitPieces(part.input, pacing.pieceChars), 0, (partial_json) =>
      delta({ type: "input_json_delta", partial_json }),
    );
  } else if (part.text !== "") {
    yield* paced(splitPieces(part.text, pacing.pieceChars), pacing.delayMs, (thinking) =>
      delta({ type: "thinking_delta", thinking }),
    );
    yield delta({ type: "signature_delta", signature: signatureOf(part.text, reply) });
  }
}

function emptyBlock(part: ContentPart, index: number, reply: Reply): unknown {
  if (part.kind === "text") return { type: "text", text: "" };
  if (part.kind === "call") return { ...(blockOf(part, index, reply) as object), input: {} };
  return part.text === "" ? blockOf(part, index, reply) : { type: "thinking", thinking: "", signature: "" };
}

function blockOf(part: ContentPart, index: number, reply: Reply): unknown {
  switch (part.kind) {
    case "text":
      return { type: "text", text: part.text };
    case "thinking":
      return part.text === ""
        ? { type: "redacted_thinking", data: signatureOf("", reply) }
        : { type: "thinking", thinking: part.text, signature: signatureOf(part.text, reply) };
    case "call":
      return {
        type: "tool_use",
        id: `toolu_${callId(reply, index)}`,
        name: part.name,
        input: JSON.parse(part.input) as unknown,
      };
  }
}

function head({ request, id }: Reply): object {
  return { id: `msg_${id}`, type: "message", role: "assistant", model: request.model, stop_sequence: null };
}

function usageOf({ usage }: Reply, output: number): object {
  return {
    input_tokens: Math.max(0, usage.input - usage.cached - usage.written),
    cache_creation_input_tokens: usage.written,
    cache_read_input_tokens: usage.cached,
    cache_creation: { ephemeral_5m_input_tokens: usage.written, ephemeral_1h_input_tokens: 0 },
    output_tokens: output,
    service_tier: "standard",
  };
}
