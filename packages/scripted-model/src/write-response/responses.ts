import { limits } from "../limits.ts";
import { openaiError } from "./errors.ts";
import { brokenSse, type Frame, sse, wait } from "./frame.ts";
import { contentOf, isCutOff, type Reply } from "./reply.ts";
import { itemEvents, itemOf } from "./responses-items.ts";
import { stopReason } from "./stop-reason.ts";

/** A complete answer of the Responses API. */
export function responsesBody(reply: Reply): object {
  const status = reply.answer.parts.some(({ kind }) => kind === "nodone") ? "in_progress" : statusOf(reply);
  return {
    ...head(reply, status),
    output: contentOf(reply).map((part, index) => itemOf(part, index, reply)),
    usage: usageOf(reply),
  };
}

/** A streamed answer of the Responses API with numbered events. */
export function* responsesStream(reply: Reply): Generator<Frame> {
  let next = 0;
  const event = (type: string, fields: object): Frame => {
    next += 1;
    return sse({ type, sequence_number: next - 1, ...fields }, type);
  };
  const started = { ...head(reply, "in_progress"), output: [], usage: null };
  yield event("response.created", { response: started });
  yield event("response.in_progress", { response: started });
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
      case "malformed": {
        const type = "response.output_text.delta";
        return yield brokenSse({ type, sequence_number: next, delta: "This is never read." }, type);
      }
      case "error":
        return yield event("response.failed", { response: failed(reply, part.status) });
      default:
        yield* itemEvents(part, index, reply, event, isCutOff(reply, at));
        index += 1;
    }
  }
  yield event(`response.${statusOf(reply)}`, { response: responsesBody(reply) });
}

function statusOf(reply: Reply): "completed" | "incomplete" {
  return ["max_output_tokens", "content_filter"].includes(stopReason(reply)) ? "incomplete" : "completed";
}

function failed(reply: Reply, status: number): object {
  const { message, code, type } = openaiError(status).error;
  return {
    ...head(reply, "failed"),
    error: { code: code ?? (status === 529 || status === 503 ? "server_is_overloaded" : type), message },
    output: [],
    usage: null,
  };
}

function head(reply: Reply, status: string): object {
  const { request, id } = reply;
  return {
    id: `resp_${id}`,
    object: "response",
    created_at: limits.createdAt,
    status,
    error: null,
    incomplete_details: status === "incomplete" ? { reason: stopReason(reply) } : null,
    instructions: null,
    metadata: {},
    model: request.model,
    parallel_tool_calls: true,
    temperature: 1,
    tool_choice: "auto",
    tools: [],
    top_p: 1,
    store: false,
  };
}

function usageOf({ usage }: Reply): object {
  return {
    input_tokens: usage.input,
    input_tokens_details: { cached_tokens: usage.cached },
    output_tokens: usage.output,
    output_tokens_details: { reasoning_tokens: usage.reasoning },
    total_tokens: usage.input + usage.output,
  };
}
