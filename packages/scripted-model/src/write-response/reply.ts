import { createHash } from "node:crypto";
import { type Answer, type ContentPart, isContent } from "../answer.ts";
import type { Api, ModelRequest } from "../conversation.ts";
import type { Usage } from "../usage.ts";
import type { Pacing } from "./pieces.ts";

/** All that an API needs to write an answer down. */
export type Reply = {
  readonly request: ModelRequest;
  readonly answer: Answer;
  readonly usage: Usage;
  readonly pacing: Pacing;
  /** Made from the request: the same request gives the same ids. */
  readonly id: string;
};

/** The same for a stream and for the whole answer: it is the same answer. */
export function replyId(api: Api, body: unknown): string {
  const json = JSON.stringify(body, (key, value: unknown) =>
    key === "stream" || key === "stream_options" ? undefined : value,
  );
  return createHash("sha256").update(`${api}\n${json}`).digest("hex").slice(0, 16);
}

/** What is told before the first fault that ends the answer. */
export function contentOf({ answer }: Reply): ContentPart[] {
  const end = answer.parts.findIndex((part) => !isContent(part) && part.kind !== "stall");
  return (end === -1 ? answer.parts : answer.parts.slice(0, end)).filter(isContent);
}

export function callId({ id }: Reply, index: number): string {
  return `${id}${index}`;
}

/** Text that nobody but the server could have written, as far as a client can tell. */
export function signatureOf(text: string, { id }: Reply): string {
  return createHash("sha256").update(id).update(text).digest("base64");
}

/** Whether a part is cut off: what comes right after it ends the answer, so its own end is never told. */
export function isCutOff({ answer }: Reply, at: number): boolean {
  const next = answer.parts[at + 1];
  return next !== undefined && !isContent(next) && next.kind !== "stall";
}
