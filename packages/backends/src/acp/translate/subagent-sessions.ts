import { wholeText } from "../../connection/appended-text.ts";
import { type Native, nameOf, recordOf } from "../../connection/native-value.ts";
import { noEvents } from "../../connection/translation.ts";
import { type AcpState, type AcpTranslation, andThen, runOf, withStatus } from "./state.ts";
import { runRefFor } from "./subagents.ts";
import { translateCall } from "./tool-calls.ts";

/**
 * Subagents that an agent reports as child sessions. The call that started one is not reported, so the session itself
 * is shown as a call. It starts with the first update about it, and again when the subagent resumes.
 */
export function translateSubagentUpdate(
  state: AcpState,
  update: Native,
  child: string | null,
): AcpTranslation | null {
  const sessionId = nameOf(update.sessionId);
  if (sessionId === null || sessionId === state.sessionId) return null;
  const { calls, ended, children, streams } = runOf(state);
  const { state: now, stopReason } = recordOf(update.state);
  const isKnown = calls.has(sessionId);
  const begins = !isKnown && (now === "running" || !ended.has(sessionId));
  if ((!isKnown && !begins) || (!isKnown && now === "idle")) return noEvents(state);
  const title = nameOf(update.title) ?? nameOf(update.description);
  const call = {
    ...{ sessionUpdate: begins ? "tool_call" : "tool_call_update", toolCallId: sessionId },
    ...{ name: "Task", kind: "think", ...(title === null ? {} : { title, rawInput: { prompt: title } }) },
    status: now === "idle" ? (endings.get(nameOf(stopReason) ?? "") ?? "completed") : "in_progress",
  };
  // A subagent's last message is its result.
  const said = now === "idle" ? streams.get(children.get(sessionId) ?? "")?.text.whole : undefined;
  const result = said === undefined ? {} : { rawOutput: wholeText(said) };
  const { runRef, ...translation } = runRefFor(state, child);
  const shown = andThen(
    translation,
    (next) => translateCall(next, { ...call, ...result }, runRef) ?? noEvents(next),
  );
  if (now === "idle") return shown;
  const { runRef: _, ...spawned } = runRefFor(shown.state, sessionId);
  return andThen(shown, () => spawned);
}

const endings: ReadonlyMap<string, string> = new Map([
  ["cancelled", "cancelled"],
  ["error", "failed"],
  ["refusal", "failed"],
  ["max_tokens", "failed"],
  ["max_turn_requests", "failed"],
]);

/** Codex's adapter reports waiting for its subagents as a call. It is shown as a status instead. */
export function translateWait(state: AcpState, update: Native): AcpTranslation | null {
  const { receiverThreadIds, senderThreadId } = recordOf(update.rawInput);
  if (!Array.isArray(receiverThreadIds) || nameOf(senderThreadId) === null) return null;
  const isKnown = runOf(state).calls.has(nameOf(update.toolCallId) ?? "");
  if (isKnown || (update.title !== undefined && update.title !== "wait")) return null;
  return withStatus(noEvents(state), "working");
}

/** A message between two sessions: the sessions themselves report its effects. */
export function isBetweenSessions(state: AcpState, update: Native): boolean {
  const { children, ended } = runOf(state);
  return [update.senderSessionId, update.recipientSessionId].some((name) => {
    const sessionId = nameOf(name) ?? "";
    return children.has(sessionId) || ended.has(sessionId);
  });
}
