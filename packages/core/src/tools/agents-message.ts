import type { ExchangeEntry } from "../events/exchange.ts";
import type { ToolCallEntry } from "../events/tool.ts";
import type { Conversation } from "../fold/conversation.ts";
import type { Tool, ToolCardParts } from "./card.ts";
import { askedBy } from "./reading/asked-by.ts";
import { fieldsOf, inputOf, jsonFields, jsonIn, listIn, nameIn } from "./reading/input.ts";
import { keyFields } from "./reading/key-fields.ts";
import { outputOf } from "./reading/output.ts";
import { proseBlock } from "./reading/prose-block.ts";
import { resultBlocks } from "./reading/result-blocks.ts";
import { childRuns, subagentBlock } from "./reading/subagent-blocks.ts";
import { counted, tense, wentWell } from "./reading/tense.ts";

/** A word to another agent, and its answer. */
export const agentsMessage: Tool = {
  names: ["agents_message", "agents_list"],
  card: (call, conversation, line) => {
    if (/list$/i.test(call.toolName)) return listCard(call);
    const input = inputOf(call);
    const exchange = exchangeOf(call, conversation);
    const { status, text } = answerOf(call, exchange);
    const message = nameIn(input, "content", "message", "text") ?? exchange?.content ?? null;
    const windows = childRuns(call, conversation).map((run) =>
      subagentBlock(run, conversation, line, { prompt: null, result: null }),
    );
    return {
      icon: "exchange",
      title: tense(call, ["Messaging", "Messaged", "message"]),
      object: nameIn(input, "agentId", "agent_id", "agent", "target") ?? exchange?.toAgentId ?? null,
      summary: wentWell(call) ? (statusWords.get(status ?? "") ?? (text === "" ? null : "Answered")) : null,
      blocks: [...proseBlock(message, false), ...windows, ...(wentWell(call) ? proseBlock(text, false) : [])],
    };
  },
};

const statusWords: ReadonlyMap<string, string> = new Map([
  ["complete", "Answered"],
  ["timeout", "Timed out"],
  ["started", "Started"],
  ["queued", "Queued"],
  ["failed", "Failed"],
]);

interface Answer {
  readonly status: string | null;
  readonly text: string;
}

/** The answer as the call gives it, else as the exchange does. */
function answerOf(call: ToolCallEntry, exchange: ExchangeEntry | null): Answer {
  const output = outputOf(call);
  const fields = jsonFields(output);
  if (fields !== null) {
    return {
      status: nameIn(fields, "status", "state"),
      text: nameIn(fields, "response", "result", "answer", "content", "text") ?? exchange?.result ?? "",
    };
  }
  const waits = exchange?.mode === "async" && exchange.status === null;
  return {
    status: exchange?.status ?? (waits ? (exchange.queued ? "queued" : "started") : null),
    text: output || (exchange?.result ?? ""),
  };
}

function exchangeOf(call: ToolCallEntry, conversation: Conversation): ExchangeEntry | null {
  const entry = askedBy(
    call,
    conversation,
    (other) => other.kind === "exchange" && other.callId === call.callId,
  );
  return entry?.kind === "exchange" ? entry : null;
}

function listCard(call: ToolCallEntry): ToolCardParts {
  const value = jsonIn(outputOf(call));
  const agents = Array.isArray(value) ? value : listIn(fieldsOf(value), "agents");
  return {
    icon: "exchange",
    title: tense(call, ["Listing agents", "Listed agents", "list agents"]),
    object: null,
    summary: agents.length > 0 ? counted(agents.length, "agent") : null,
    blocks: [...keyFields(call), ...resultBlocks(call)],
  };
}
