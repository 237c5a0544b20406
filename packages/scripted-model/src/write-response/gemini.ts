import type { ContentPart } from "../answer.ts";
import { geminiError } from "./errors.ts";
import { brokenSse, type Frame, sse, wait } from "./frame.ts";
import { paced, splitPieces, textFrames } from "./pieces.ts";
import { callId, contentOf, type Reply, signatureOf } from "./reply.ts";
import { stopReason } from "./stop-reason.ts";

/** A complete answer of the Gemini API. */
export function geminiBody(reply: Reply): unknown {
  const isOpen = reply.answer.parts.some(({ kind }) => kind === "nodone");
  return chunkOf(
    reply,
    contentOf(reply).flatMap((part, index) => partsOf(part, index, reply)),
    isOpen ? null : stopReason(reply),
  );
}

/** A streamed answer of the Gemini API. Each call arrives in one piece. */
export function* geminiStream(reply: Reply): Generator<Frame> {
  const chunk = (...parts: object[]): Frame => escaped(chunkOf(reply, parts, null));
  let index = 0;
  for (const part of reply.answer.parts) {
    switch (part.kind) {
      case "stall":
        yield wait(part.ms);
        break;
      case "cut":
        return yield { kind: "cut" };
      case "nodone":
        return;
      case "malformed":
        return yield brokenSse(chunkOf(reply, [{ text: "This is never read." }], null));
      case "error":
        return yield sse(geminiError(part.status));
      case "text":
        yield* textFrames(part, reply.pacing, (text) => chunk({ text }));
        index += 1;
        break;
      case "thinking":
        yield* paced(splitPieces(part.text, reply.pacing.pieceChars), reply.pacing.delayMs, (text) =>
          chunk({ text, thought: true }),
        );
        index += 1;
        break;
      case "call":
        yield chunk(...partsOf(part, index, reply));
        index += 1;
    }
  }
  yield sse(chunkOf(reply, [{ text: "" }], stopReason(reply)));
}

/** Google escapes line and paragraph separators, and its clients rely on this. */
function escaped(value: object): Frame {
  const json = JSON.stringify(value).replace(/[\u2028\u2029]/g, (separator) =>
    separator === "\u2028" ? "\\u2028" : "\\u2029",
  );
  return { kind: "send", text: `data: ${json}\n\n` };
}

function partsOf(part: ContentPart, index: number, reply: Reply): object[] {
  switch (part.kind) {
    case "text":
      return [{ text: part.text }];
    case "thinking":
      return part.text === "" ? [] : [{ text: part.text, thought: true }];
    case "call": {
      const id = `call_${callId(reply, index)}`;
      const args = JSON.parse(part.input) as unknown;
      return [
        { functionCall: { id, name: part.name, args }, thoughtSignature: signatureOf(part.input, reply) },
      ];
    }
  }
}

function chunkOf(
  { request, usage, id }: Reply,
  parts: readonly object[],
  finishReason: string | null,
): object {
  const told = usage.output - usage.reasoning;
  return {
    candidates: [
      {
        content: { parts, role: "model" },
        ...(finishReason === null ? {} : { finishReason }),
        index: 0,
      },
    ],
    usageMetadata: {
      promptTokenCount: usage.input,
      candidatesTokenCount: told,
      totalTokenCount: usage.input + usage.output,
      ...(usage.cached === 0 ? {} : { cachedContentTokenCount: usage.cached }),
      ...(usage.reasoning === 0 ? {} : { thoughtsTokenCount: usage.reasoning }),
    },
    modelVersion: request.model,
    responseId: id,
  };
}
