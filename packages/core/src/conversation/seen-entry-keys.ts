import { joinIds } from "../data/join-ids.ts";

/** The key that finds an exchange by the run that it represents: that run needs no separate entry. */
export function exchangeRunKey(runId: string): string {
  return `exchange-run/${runId}`;
}

/** The key that finds an exchange by its call. The exchange may precede that call, because two writers report them. */
export function exchangeCallKey(runId: string, callId: string): string {
  return joinIds("exchange-call", runId, callId);
}

/** The key that finds the answer to a message whose sender did not wait. */
export function callbackKey(exchangeId: string): string {
  return `callback/${exchangeId}`;
}

/** The key that finds a permission request by its call. */
export function permissionCallKey(runId: string, callId: string): string {
  return joinIds("permission-call", runId, callId);
}
