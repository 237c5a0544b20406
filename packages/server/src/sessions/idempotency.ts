import { createHash } from "node:crypto";
import { PolylogError } from "../errors.ts";
import type { ChatAnswer, ChatInput } from "../queue/incoming-message.ts";

/** A message under the same id is the same message, or none. */

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
    "Another message was sent under this client_message_id. Use a new one.",
  );
}
