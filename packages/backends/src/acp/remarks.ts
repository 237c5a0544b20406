import type { EventBody } from "@polylog/core";
import type { Native } from "../connection/native-value.ts";
import { nameOf, recordOf } from "../connection/native-value.ts";
import type { AcpState, Speaker, Told } from "./state.ts";
import { andThen, nothing } from "./state.ts";
import type { Chunk } from "./talk.ts";
import { cutTalks, endTalk } from "./talk.ts";

/**
 * pi-acp says in its answer that it asks its model again. That is no part of the answer, and an answer of nothing else
 * is none.
 */
const again = /^Retrying \(attempt (\d{1,4})\/(\d{1,4})[^)]{0,80}\)\.{3}$/;
const goesOn = "Retry finished, resuming.";

/** What a remark is told as; null where it is none. */
export function remarked(state: AcpState, speaker: Speaker, chunk: Chunk): Told | null {
  const { kind, messageId, words } = chunk;
  if (kind !== "text" || messageId !== null) return null;
  if (words === goesOn) return nothing(state);
  const [, attempt, maxAttempts] = again.exec(words) ?? [];
  if (attempt === undefined) return null;
  const numbers = { attempt: Number(attempt), maxAttempts: Number(maxAttempts) };
  return andThen(endTalk(state, speaker), (ended) => ({
    state: ended,
    events: [{ type: "api_retry", ...numbers, ...speaker }],
  }));
}

/** Codex's adapter says beside the session's title that it asks its model again. Null where it does not. */
export function reconnects(state: AcpState, update: Native): Told | null {
  const error = recordOf(recordOf(recordOf(update._meta).codex).error);
  const message = nameOf(error.message);
  if (state.run === null || error.willRetry !== true || message === null) return null;
  const [, attempt, most] = /(\d{1,6})\/(\d{1,6})/.exec(message) ?? [];
  const retry: EventBody = {
    ...{ type: "api_retry", attempt: Number(attempt ?? 1) },
    ...(most === undefined ? {} : { maxAttempts: Number(most) }),
    message: nameOf(error.additionalDetails) ?? message,
    ...{ runId: state.run.runId, agentId: state.agentId },
  };
  return { state: cutTalks(state), events: [retry] };
}
