import type { EventBody } from "@polylog/core";
import { type Native, nameOf, recordOf } from "../../connection/native-value.ts";
import { noEvents, type RunRef } from "../../connection/translation.ts";
import { type AcpState, type AcpTranslation, andThen, runOf } from "./state.ts";
import { type Chunk, endStream, interruptStreams } from "./text-stream.ts";

/**
 * pi-acp writes into its answer that it retries a model request. This is not part of the answer, and an answer with
 * nothing else is empty.
 */
const again = /^Retrying \(attempt (\d{1,4})\/(\d{1,4})[^)]{0,80}\)\.{3}$/;
const retryFinished = "Retry finished, resuming.";
/** Copilot's wording for the same. */
const transient =
  /^Info: (?:Request failed due to a transient API error|Response was interrupted due to a server error)\. Retrying\.{3}$/;

const denied = "Info: Operation cancelled by user";

/** Translates such a remark; null if the chunk is not one. */
export function translateRetryNotice(state: AcpState, runRef: RunRef, chunk: Chunk): AcpTranslation | null {
  const { kind, messageId, words } = chunk;
  if (kind !== "text" || messageId !== null) return null;
  // The call itself shows that it was denied.
  if (words === retryFinished || (words === denied && state.traits.saysErrors)) return noEvents(state);
  if (state.traits.saysErrors && transient.test(words)) return retried(state, runRef);
  const [, attempt, maxAttempts] = again.exec(words) ?? [];
  if (attempt === undefined) return null;
  const numbers = { attempt: Number(attempt), maxAttempts: Number(maxAttempts) };
  return andThen(endStream(state, runRef), (ended) => ({
    state: ended,
    events: [{ type: "api_retry", ...numbers, ...runRef }],
  }));
}

/** The model repeats the text of its interrupted answer. */
function retried(state: AcpState, runRef: RunRef): AcpTranslation {
  const attempt = runOf(state).retries + 1;
  const cut = interruptStreams(state);
  return {
    state: { ...cut, run: { ...runOf(cut), retries: attempt } },
    events: [{ type: "api_retry", attempt, ...runRef }],
  };
}

/** Codex's adapter reports in the session's title that it retries a model request. Null if it does not. */
export function translateReconnect(state: AcpState, update: Native): AcpTranslation | null {
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
  return { state: interruptStreams(state), events: [retry] };
}
