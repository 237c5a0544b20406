import { createHash } from "node:crypto";
import { chatRoutes, decode } from "@polylog/core";
import { PolylogError } from "../polylog-error.ts";
import type { ChatAnswer, ChatInput } from "../queue/incoming-message.ts";

/** Identifies the content of a message: a client message id can only be reused for the same message. */

export function hashOf({
  projectRoot,
  sessionId,
  agentId,
  text,
  images,
  delivery,
  toRunId,
}: ChatInput): string {
  const body = JSON.stringify([projectRoot, sessionId, agentId, text, images ?? [], delivery, toRunId]);
  return createHash("sha256").update(body).digest("hex");
}

export function sameBody(before: string, now: string, answer: Promise<ChatAnswer>): Promise<ChatAnswer> {
  if (before === now) return answer;
  throw new PolylogError(
    "client_message_conflict",
    "This client_message_id was already used for another message. Use a new one.",
  );
}

/** A stored answer. Answers of earlier versions use wire names. */
export function readAnswer(stored: string): ChatAnswer {
  const { result } = chatRoutes.send;
  const value: object = JSON.parse(stored);
  return result.parse("session_id" in value ? decode(result, value) : value);
}
