import { joinIds } from "../data/join-ids.ts";

/** Under this name an exchange is found by the run that it stands for: that run needs no entry of its own. */
export function exchangeRunKey(runId: string): string {
  return `exchange-run/${runId}`;
}

/** Under this name it is found by the call that it belongs to. It may stand before that call: two wrote it down. */
export function exchangeCallKey(runId: string, callId: string): string {
  return joinIds("exchange-call", runId, callId);
}

/** Under this name the answer is found to a message that nobody waited for. */
export function callbackKey(exchangeId: string): string {
  return `callback/${exchangeId}`;
}

/** Under this name a question for permission is found by the call that it is about. */
export function permissionCallKey(runId: string, callId: string): string {
  return joinIds("permission-call", runId, callId);
}
