import type { Conversation } from "../conversation/conversation.ts";
import { entryAt } from "../conversation/lanes.ts";
import { findRun } from "../conversation/runs.ts";
import { callbackKey, exchangeCallKey } from "../conversation/seen-entry-keys.ts";
import type { CallbackEntry, ExchangeEntry } from "../events/exchange.ts";
import type { ToolCallEntry } from "../events/tool.ts";
import { plural } from "../format/quantities.ts";
import type { SessionBlock, SubagentBlock } from "./blocks.ts";
import type { CallLine, Tool, ToolCard, ToolCardParts } from "./card.ts";
import { fieldsOf, inputOf, jsonFields, jsonIn, listIn, nameIn, objectIn } from "./input/input.ts";
import { keyFields } from "./input/key-fields.ts";
import { succeeded, tense } from "./output/action-title.ts";
import { outputOf } from "./output/output.ts";
import { proseBlock, resultBlocks } from "./output/result-blocks.ts";
import { subagentBlock } from "./output/subagent-blocks.ts";
import type { ToolState } from "./tool-state.ts";

/** A message to another agent, and its answer. */
export const agentsMessage: Tool = {
  names: ["agents_message", "agents_list"],
  card: (call, conversation, line) => {
    if (/list$/i.test(call.toolName)) return listCard(call);
    const input = inputOf(call);
    const exchange = exchangeOf(call, conversation);
    const { status, text, error } = answerOf(call, exchange, conversation);
    const message = nameIn(input, "content", "message", "text") ?? exchange?.content ?? null;
    const window = exchange === null ? [] : windowOf(exchange, conversation, line);
    return {
      icon: "exchange",
      title: tense(call, ["Messaging", "Messaged", "message"]),
      object: nameIn(input, "agentId", "agent_id", "agent", "target") ?? exchange?.toAgentId ?? null,
      summary: succeeded(call)
        ? (error ?? statusWords.get(status ?? "") ?? (text === "" ? null : "Answered"))
        : null,
      ...(succeeded(call) ? { state: stateOf(status ?? (text === "" ? "started" : "complete"), error) } : {}),
      blocks: [
        ...proseBlock(message, false),
        ...window,
        ...(succeeded(call) ? proseBlock(text, false) : []),
        ...(exchange === null ? [] : linkToSession(exchange)),
      ],
    };
  },
};

/** The card of an exchange without a call, drawn like the card of a call. */
export function exchangeCard(exchange: ExchangeEntry, conversation: Conversation, line: CallLine): ToolCard {
  const { live, endedBy, content, result, toAgentId } = exchange;
  const { status, error } = laterAnswer(exchange, conversation) ?? exchange;
  const reported = status ?? (live ? null : exchange.queued ? "queued" : "started");
  return {
    icon: "exchange",
    title: live ? "Messaging" : "Messaged",
    object: toAgentId,
    summary:
      error?.message ?? (live && exchange.queued ? "Queued" : (statusWords.get(reported ?? "") ?? null)),
    state: live ? "pending" : endedBy !== null ? "interrupted" : stateOf(reported, error?.message ?? null),
    added: null,
    removed: null,
    durationMs: null,
    runsSince: null,
    approval: null,
    blocks: [
      ...proseBlock(content),
      ...windowOf(exchange, conversation, line),
      ...proseBlock(result),
      ...linkToSession(exchange),
    ].map((block) => ({ ...block, collapsed: live ? false : "preview" })),
  };
}

/** The answer to a message whose sender did not wait. */
export function callbackCard(callback: CallbackEntry, conversation: Conversation, line: CallLine): ToolCard {
  const { fromAgentId, sessionId, result, error, status } = callback;
  const place = conversation.seen.get(`exchange/${callback.exchangeId}`);
  const asked = place === undefined ? undefined : entryAt(conversation, place);
  return {
    icon: "exchange",
    title: "Answer from",
    object: fromAgentId,
    summary: error?.message ?? statusWords.get(status) ?? null,
    state: stateOf(status, error?.message ?? null),
    added: null,
    removed: null,
    durationMs: null,
    runsSince: null,
    approval: null,
    blocks: [
      ...(asked?.kind === "exchange" ? windowOf(asked, conversation, line) : []),
      ...proseBlock(result, false),
      ...(sessionId === null ? [] : [sessionBlock(sessionId, fromAgentId)]),
    ],
  };
}

/** The other agent's run for this message, once it has started. */
function windowOf(exchange: ExchangeEntry, conversation: Conversation, line: CallLine): SubagentBlock[] {
  const run = exchange.targetRunId === null ? undefined : findRun(conversation, exchange.targetRunId);
  if (run === undefined) return [];
  return [{ ...subagentBlock(run, conversation, line, { prompt: null, result: null }), result: null }];
}

function linkToSession({ targetSessionId, toAgentId }: ExchangeEntry): SessionBlock[] {
  return targetSessionId === null ? [] : [sessionBlock(targetSessionId, toAgentId)];
}

function sessionBlock(sessionId: string, agentId: string): SessionBlock {
  return { kind: "session", sessionId, agentId, collapsed: false };
}

const statusWords: ReadonlyMap<string, string> = new Map([
  ["complete", "Answered"],
  ["timeout", "Timed out, no answer yet"],
  ["started", "No answer yet"],
  ["queued", "Queued"],
  ["failed", "Failed"],
  ["cancelled", "Cancelled"],
]);

/** The result: an answer, no answer yet, or a failure. */
function stateOf(status: string | null, error: string | null): ToolState {
  if (status === "cancelled") return "interrupted";
  if (error !== null || status === "failed" || status === "timeout") return "error";
  return status === "started" || status === "queued" ? "success" : "agent-callback";
}

interface Answer {
  readonly status: string | null;
  readonly text: string;
  /** Why there is no answer. */
  readonly error: string | null;
}

/** The answer, from the call or from the exchange; the exchange has the more accurate outcome. */
function answerOf(call: ToolCallEntry, exchange: ExchangeEntry | null, conversation: Conversation): Answer {
  const later = exchange === null ? null : laterAnswer(exchange, conversation);
  // Its text is in a separate entry.
  if (later !== null) return { status: later.status, text: "", error: later.error?.message ?? null };
  const output = outputOf(call);
  const fields = jsonFields(output);
  const waits = exchange?.mode === "async" && exchange.status === null;
  const error = exchange?.error?.message ?? null;
  if (fields === null) {
    return {
      status: exchange?.status ?? (waits ? (exchange.queued ? "queued" : "started") : null),
      text: output || (exchange?.result ?? ""),
      error,
    };
  }
  return {
    status: exchange?.status ?? nameIn(fields, "status", "state"),
    text: nameIn(fields, "response", "result", "answer", "content", "text") ?? exchange?.result ?? "",
    error: error ?? nameIn(fields, "error") ?? nameIn(objectIn(fields, "error"), "message"),
  };
}

/** The late answer to a message whose sender did not wait. */
function laterAnswer({ exchangeId }: ExchangeEntry, conversation: Conversation): CallbackEntry | null {
  const place = conversation.seen.get(callbackKey(exchangeId));
  const entry = place === undefined ? undefined : entryAt(conversation, place);
  return entry?.kind === "callback" ? entry : null;
}

/**
 * A card without the late answer, for a screen whose settled lines cannot change. The answer is shown there in a separate
 * entry.
 */
export function cardBeforeAnswer(
  card: ToolCard,
  entry: ToolCallEntry | ExchangeEntry,
  conversation: Conversation,
): ToolCard {
  const exchange = entry.kind === "exchange" ? entry : exchangeOf(entry, conversation);
  if (exchange === null || laterAnswer(exchange, conversation) === null) return card;
  return { ...card, state: "success", summary: exchange.queued ? "Queued" : "No answer yet" };
}

function exchangeOf(call: ToolCallEntry, conversation: Conversation): ExchangeEntry | null {
  const name = call.runId === null ? null : exchangeCallKey(call.runId, call.callId);
  const place = name === null ? undefined : conversation.seen.get(name);
  const entry = place === undefined ? undefined : entryAt(conversation, place);
  return entry?.kind === "exchange" ? entry : null;
}

function listCard(call: ToolCallEntry): ToolCardParts {
  const value = jsonIn(outputOf(call));
  const agents = Array.isArray(value) ? value : listIn(fieldsOf(value), "agents");
  return {
    icon: "exchange",
    title: tense(call, ["Listing agents", "Listed agents", "list agents"]),
    object: null,
    summary: agents.length > 0 ? plural(agents.length, "agent") : null,
    blocks: [...keyFields(call), ...resultBlocks(call)],
  };
}
