import type { CallPart, ContentPart, Part } from "../answer.ts";
import { limits } from "../limits.ts";
import { openaiError } from "./errors.ts";
import { brokenSse, type Frame, sse, wait } from "./frame.ts";
import { paced, splitPieces, textFrames } from "./pieces.ts";
import { callId, contentOf, type Reply } from "./reply.ts";
import { stopReason } from "./stop-reason.ts";

/** A complete answer of the Chat Completions API. */
export function chatBody(reply: Reply): unknown {
  const content = contentOf(reply);
  const text = joined(content, "text");
  const thinking = joined(content, "thinking");
  const calls = content.filter((part) => part.kind === "call");
  return {
    ...head(reply, "chat.completion"),
    choices: [
      {
        index: 0,
        message: {
          role: "assistant",
          content: text === "" && calls.length > 0 ? null : text,
          refusal: null,
          ...(thinking === "" ? {} : { reasoning_content: thinking }),
          ...(calls.length === 0
            ? {}
            : { tool_calls: calls.map((call, index) => callOf(call, index, reply)) }),
        },
        logprobs: null,
        finish_reason: reply.answer.parts.some(({ kind }) => kind === "nodone") ? null : stopReason(reply),
      },
    ],
    usage: usageOf(reply),
  };
}

/** A streamed answer of the Chat Completions API. */
export function* chatStream(reply: Reply): Generator<Frame> {
  const chunk = (delta: object, finish: string | null = null): Frame =>
    sse(chunkOf(reply, [{ index: 0, delta, logprobs: null, finish_reason: finish }], null));
  yield chunk({ role: "assistant", content: "", refusal: null });
  let calls = 0;
  for (const group of callsTogether(reply.answer.parts)) {
    if (Array.isArray(group)) {
      yield* callFrames(group, calls, reply, chunk);
      calls += group.length;
      continue;
    }
    switch (group.kind) {
      case "stall":
        yield wait(group.ms);
        break;
      case "cut":
        return yield { kind: "cut" };
      case "nodone":
        return;
      case "malformed":
        return yield brokenSse(
          chunkOf(reply, [{ index: 0, delta: { content: "This is never read." } }], null),
        );
      case "error":
        return yield sse(openaiError(group.status));
      case "text":
        yield* textFrames(group, reply.pacing, (content) => chunk({ content }));
        break;
      default:
        yield* paced(
          splitPieces(group.text, reply.pacing.pieceChars),
          reply.pacing.delayMs,
          (reasoning_content) => chunk({ reasoning_content }),
        );
    }
  }
  yield chunk({}, stopReason(reply));
  if (reply.request.streamUsage) yield sse(chunkOf(reply, [], usageOf(reply)));
  yield { kind: "send", text: "data: [DONE]\n\n" };
}

/** Consecutive calls are made in parallel, so their arguments alternate. */
function* callFrames(
  calls: readonly CallPart[],
  first: number,
  reply: Reply,
  chunk: (delta: object) => Frame,
): Generator<Frame> {
  for (const [at, call] of calls.entries()) {
    const { id, type, function: called } = callOf(call, first + at, reply);
    const opening = { index: first + at, id, type, function: { name: called.name, arguments: "" } };
    yield chunk({ tool_calls: [opening] });
  }
  const pieces = calls.map((call) => splitPieces(call.input, reply.pacing.pieceChars));
  for (let round = 0; pieces.some(({ length }) => length > round); round += 1) {
    for (const [at, own] of pieces.entries()) {
      const piece = own[round];
      if (piece !== undefined)
        yield chunk({ tool_calls: [{ index: first + at, function: { arguments: piece } }] });
    }
  }
}

type Group = Exclude<Part, CallPart> | CallPart[];

function callsTogether(parts: readonly Part[]): Group[] {
  const groups: Group[] = [];
  for (const part of parts) {
    const last = groups.at(-1);
    if (part.kind !== "call") groups.push(part);
    else if (Array.isArray(last)) last.push(part);
    else groups.push([part]);
  }
  return groups;
}

function callOf(call: CallPart, index: number, reply: Reply) {
  return {
    id: `call_${callId(reply, index)}`,
    type: "function",
    function: { name: call.name, arguments: call.input },
  };
}

function joined(parts: readonly ContentPart[], kind: "text" | "thinking"): string {
  return parts.map((part) => (part.kind === kind ? part.text : "")).join("");
}

function head({ request, id }: Reply, object: string): object {
  return {
    id: `chatcmpl-${id}`,
    object,
    created: limits.createdAt,
    model: request.model,
    service_tier: "default",
    system_fingerprint: "fp_scripted",
  };
}

function chunkOf(reply: Reply, choices: readonly object[], usage: object | null): object {
  return {
    ...head(reply, "chat.completion.chunk"),
    choices,
    ...(reply.request.streamUsage ? { usage } : {}),
  };
}

function usageOf({ usage }: Reply): object {
  return {
    prompt_tokens: usage.input,
    completion_tokens: usage.output,
    total_tokens: usage.input + usage.output,
    prompt_tokens_details: { cached_tokens: usage.cached, audio_tokens: 0 },
    completion_tokens_details: { reasoning_tokens: usage.reasoning, audio_tokens: 0 },
  };
}
