import { type Native, nameOf, recordOf } from "../../connection/native-value.ts";
import { noEvents } from "../../connection/translation.ts";
import { limits } from "../limits.ts";
import { wordsOf } from "./content.ts";
import { draftUpdates } from "./draft-updates.ts";
import { translatePlan } from "./plans.ts";
import { translateRetryNotice } from "./retry-notices.ts";
import { sessionUpdates } from "./session-updates.ts";
import { type AcpState, type AcpTranslation, andThen, runOf, type TextStream, withStatus } from "./state.ts";
import { translateSubagentUpdate, translateWait } from "./subagent-sessions.ts";
import { runRefFor } from "./subagents.ts";
import { appendChunk, holdText, isHeld, isPlan, releaseHeldText, replaceText } from "./text-stream.ts";
import { parentOf, reportPendingCall, translateCall } from "./tool-calls.ts";
import { beginUnprompted } from "./unprompted-runs.ts";
import { addUsage, callUsage } from "./usage.ts";

/** Translates an agent's updates to events. Pure and total: null for an unknown update, which is kept verbatim. */
export function translateUpdate(state: AcpState, params: Native): AcpTranslation | null {
  const update = recordOf(params.update);
  const kind = nameOf(update.sessionUpdate);
  if (kind === null) return null;
  const sessionId = nameOf(params.sessionId);
  const isOther = state.sessionId !== null && sessionId !== null && sessionId !== state.sessionId;
  const child = isOther && state.run?.children.has(sessionId) === true ? sessionId : null;
  // Late updates about an ended subagent are dropped.
  if (isOther && child === null) return state.run?.ended.has(sessionId) === true ? noEvents(state) : null;
  if (state.replay !== null && history.has(kind)) return collectReplay(state, kind, update);
  if (Object.hasOwn(sessionUpdates, kind)) {
    // Settings of a subagent's session do not affect this session.
    if (child !== null) return noEvents(state);
    const beside = sessionUpdates[kind] as (state: AcpState, update: Native) => AcpTranslation | null;
    return after(reportPendingCall(state, null), (next) => beside(next, update));
  }
  const step = Object.hasOwn(steps, kind) ? (steps[kind] as Step) : null;
  if (step === null) return null;
  if (state.run === null) {
    const begun = beginUnprompted(state, kind, update);
    return begun === null
      ? null
      : begun.state.run === null
        ? begun
        : after(begun, (next) => step(next, update, child));
  }
  const { held } = state.run;
  const isSamePlan = held !== null && isPlan(held.messageId) && update.messageId === held.messageId;
  const before = andThen(isSamePlan ? noEvents(state) : releaseHeldText(state), (next) =>
    reportPendingCall(next, nameOf(update.toolCallId)),
  );
  return after(before, (next) => step(next, update, child));
}

function after(
  translation: AcpTranslation,
  next: (state: AcpState) => AcpTranslation | null,
): AcpTranslation | null {
  const then = next(translation.state);
  return then === null ? null : { state: then.state, events: [...translation.events, ...then.events] };
}

/** `child` is the subagent's session, if the update is about one. */
type Step = (state: AcpState, update: Native, child: string | null) => AcpTranslation | null;

const steps: Readonly<Record<string, Step>> = {
  agent_message_chunk: (state, update, child) => translateChunk(state, update, child, "text"),
  agent_thought_chunk: (state, update, child) => translateChunk(state, update, child, "thinking"),
  agent_message: (state, update, child) => translateMessage(state, update, child, "text"),
  agent_thought: (state, update, child) => translateMessage(state, update, child, "thinking"),
  // The log already contains the person's message.
  user_message_chunk: noEvents,
  user_message: noEvents,
  tool_call: translateToolCall,
  tool_call_update: translateToolCall,
  tool_call_content_chunk: (state, update, child) =>
    translateToolCall(
      state,
      { ...update, content: [recordOf(update.content)], status: "in_progress" },
      child,
    ),
  plan: translatePlan,
  subagent_update: translateSubagentUpdate,
  ...draftUpdates,
};

function translateChunk(
  given: AcpState,
  update: Native,
  child: string | null,
  kind: TextStream["kind"],
): AcpTranslation | null {
  const words = wordsOf(recordOf(update.content));
  if (words === null) return null;
  const parent = child ?? parentOf(update);
  const used = reportRequest(given, update, parent);
  return words === "" ? used : andThen(used, (state) => addText(state, update, { kind, parent, words }));
}

interface Words {
  readonly kind: TextStream["kind"];
  /** The call or session of the subagent that the chunk comes from. */
  readonly parent: string | null;
  readonly words: string;
}

function addText(state: AcpState, update: Native, { kind, parent, words }: Words): AcpTranslation {
  const { runRef, ...translation } = runRefFor(state, parent);
  const chunk = { kind, messageId: nameOf(update.messageId), words };
  const remark = translateRetryNotice(translation.state, runRef, chunk);
  if (remark !== null) return andThen(translation, () => remark);
  if (isHeld(translation.state, runRef, chunk))
    return andThen(translation, (next) => holdText(next, runRef, chunk));
  const next = andThen(translation, (current) => appendChunk(current, runRef, chunk));
  return kind === "thinking" ? withStatus(next, "thinking") : withStatus(next, "working");
}

/**
 * Qwen Code reports a model request's usage with the last chunk of the answer. A subagent's requests count only in
 * the run's total, because the subagent's end includes them, too.
 */
function reportRequest(state: AcpState, update: Native, parent: string | null): AcpTranslation {
  const used = callUsage(update, state.settings.currentModel);
  if (used === null) return noEvents(state);
  const run = runOf(state);
  const requests = run.requests + 1;
  const next = { ...state, run: { ...run, used: addUsage(run.used, used), requests } };
  if (parent !== null) return noEvents(next);
  const responseId = `${run.runId}/request-${requests}`;
  return {
    state: next,
    events: [{ type: "usage", ...used, responseId, runId: run.runId, agentId: state.agentId }],
  };
}

/** A draft of the protocol also sends whole messages. The same message again replaces the earlier text. */
function translateMessage(
  state: AcpState,
  update: Native,
  child: string | null,
  kind: TextStream["kind"],
): AcpTranslation | null {
  const blocks = Array.isArray(update.content) ? update.content : [update.content];
  const words = blocks.map((block) => wordsOf(recordOf(block)) ?? "").join("");
  const { runRef, ...translation } = runRefFor(state, child ?? parentOf(update));
  const chunk = { kind, messageId: nameOf(update.messageId), words };
  return andThen(translation, (next) => replaceText(next, runRef, chunk));
}

function translateToolCall(state: AcpState, update: Native, child: string | null): AcpTranslation | null {
  // Qwen Code summarizes its subagent's work in addition to the calls themselves.
  if (recordOf(update._meta).subagentProgress === true) return noEvents(state);
  const waiting = translateWait(state, update);
  if (waiting !== null) return waiting;
  const { runRef, ...translation } = runRefFor(state, child ?? parentOf(update));
  return after(translation, (next) => translateCall(next, update, runRef));
}

const history: ReadonlySet<string> = new Set([
  ...["user_message_chunk", "agent_message_chunk", "agent_thought_chunk", "user_message", "agent_message"],
  ...["agent_thought", "tool_call", "tool_call_update", "tool_call_content_chunk", "plan"],
]);

/**
 * A loaded session is replayed from its start. The log has it already, so only the person's messages are kept, to
 * compare.
 */
function collectReplay(state: AcpState, kind: string, update: Native): AcpTranslation {
  const replay = state.replay ?? "";
  if (!kind.startsWith("user_message") || replay.length > limits.replayChars) return noEvents(state);
  const words = [update.content].flat().map((block) => wordsOf(recordOf(block)) ?? "");
  return noEvents({ ...state, replay: replay + words.join("") });
}
