/**
 * Most events (80 %) are deltas, so separate functions read them. Each function sees few object shapes, which the engine
 * optimizes well. They accept only events that the schemas accept; the definition decides about the others.
 *
 * Ids repeat from delta to delta. Reusing one string saves memory and makes later comparisons cheap.
 */

type Candidate = Record<string, unknown>;

const recent = { sessionId: "", runId: "", about: "" };

/** Reads `text_delta` and `thinking_delta`. */
export function readTextDelta(event: Candidate, type: string): boolean {
  const { sessionId, runId, responseId, block } = event;
  const fits =
    isId(event.id) &&
    isId(sessionId) &&
    isCount(event.seq) &&
    event.seq !== 0 &&
    isCount(event.rev) &&
    isCount(event.ts) &&
    event.v === undefined &&
    isId(event.agentId) &&
    isId(runId) &&
    event.parentCallId === undefined &&
    event.cut === undefined &&
    isId(responseId) &&
    (block === undefined || isCount(block)) &&
    isCount(event.offset) &&
    typeof event.delta === "string";
  if (!fits) return false;
  event.type = type;
  if (sessionId === recent.sessionId) event.sessionId = recent.sessionId;
  else recent.sessionId = sessionId;
  if (runId === recent.runId) event.runId = recent.runId;
  else recent.runId = runId;
  if (responseId === recent.about) event.responseId = recent.about;
  else recent.about = responseId;
  return true;
}

/** Reads `tool_input_delta` and `tool_output_delta`. */
export function readToolDelta(event: Candidate, type: string): boolean {
  const { sessionId, runId, responseId, callId, toolName } = event;
  const fits =
    isId(event.id) &&
    isId(sessionId) &&
    isCount(event.seq) &&
    event.seq !== 0 &&
    isCount(event.rev) &&
    isCount(event.ts) &&
    event.v === undefined &&
    isId(event.agentId) &&
    isId(runId) &&
    event.parentCallId === undefined &&
    event.cut === undefined &&
    (responseId === undefined || isId(responseId)) &&
    isId(callId) &&
    (toolName === undefined || isId(toolName)) &&
    isCount(event.offset) &&
    typeof event.delta === "string" &&
    event.stream === undefined &&
    event.reset === undefined;
  if (!fits) return false;
  event.type = type;
  if (sessionId === recent.sessionId) event.sessionId = recent.sessionId;
  else recent.sessionId = sessionId;
  if (runId === recent.runId) event.runId = recent.runId;
  else recent.runId = runId;
  if (callId === recent.about) event.callId = recent.about;
  else recent.about = callId;
  return true;
}

/** Reads all other events. */
export function shareIds(event: Candidate, type: string): void {
  const { sessionId, runId } = event as { sessionId: string; runId: string | undefined };
  event.type = type;
  if (sessionId === recent.sessionId) event.sessionId = recent.sessionId;
  else recent.sessionId = sessionId;
  if (runId === undefined) return;
  if (runId === recent.runId) event.runId = recent.runId;
  else recent.runId = runId;
}

function isId(value: unknown): value is string {
  return typeof value === "string" && value.length > 0;
}

function isCount(value: unknown): boolean {
  return typeof value === "number" && value >= 0 && Number.isSafeInteger(value);
}
