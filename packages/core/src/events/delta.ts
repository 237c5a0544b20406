/**
 * Four in five events are deltas, so they are read by functions of their own: in each of these the engine sees few
 * shapes, and what all events share sees them all. They accept only what the schemas accept; what they refuse is
 * judged by its definition.
 *
 * Ids repeat from delta to delta. One string for all of them saves memory, and comparing it later is a glance.
 */

type Candidate = Record<string, unknown>;

const recent = { sessionId: "", runId: "", about: "" };

/** `text_delta` and `thinking_delta`. */
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

/** `tool_input_delta` and `tool_output_delta`. */
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

/** For all other events. */
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
