import { createHash } from "node:crypto";
import { type Answer, type ContentPart, isContent } from "../answer.ts";
import type { Api, ModelRequest } from "../conversation.ts";
import type { Usage } from "../usage.ts";
import type { Pacing } from "./pieces.ts";

/** The data that every API needs to write an answer. */
export type Reply = {
  readonly request: ModelRequest;
  readonly answer: Answer;
  readonly usage: Usage;
  readonly pacing: Pacing;
  /** Derived from the request: identical requests have identical ids. */
  readonly id: string;
};

/** The same id for streamed and complete answers to the same request. */
export function replyId(api: Api, body: unknown): string {
  const json = JSON.stringify(body, (key, value: unknown) =>
    key === "stream" || key === "stream_options" ? undefined : value,
  );
  return createHash("sha256").update(`${api}\n${json}`).digest("hex").slice(0, 16);
}

/** The content before the first fault that ends the answer. */
export function contentOf({ answer }: Reply): ContentPart[] {
  const end = answer.parts.findIndex((part) => !isContent(part) && part.kind !== "stall");
  return (end === -1 ? answer.parts : answer.parts.slice(0, end)).filter(isContent);
}

export function callId({ id }: Reply, index: number): string {
  return `${id}${index}`;
}

/** A signature that looks to clients as if only the server could have created it. */
export function signatureOf(text: string, { id }: Reply): string {
  return createHash("sha256").update(id).update(text).digest("base64");
}

/** Whether a part is cut off: a fault directly after it ends the answer, so the part's own end is not sent. */
export function isCutOff({ answer }: Reply, at: number): boolean {
  const next = answer.parts[at + 1];
  return next !== undefined && !isContent(next) && next.kind !== "stall";
}
