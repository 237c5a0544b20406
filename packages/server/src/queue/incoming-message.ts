import type {
  Actor,
  Conversation,
  EventBody,
  ExchangeOrigin,
  Image,
  Prompt,
  QueueItem,
  RunTrigger,
  ChatAnswer as WireAnswer,
} from "@polylog/core";
import { autoTitle, defined, promptText } from "@polylog/core";
import type { Entry, ReceiptDraft } from "../log/log.ts";

export interface ChatInput {
  readonly projectRoot: string;
  readonly sessionId?: string | undefined;
  readonly agentId?: string | undefined;
  readonly text: string;
  readonly images?: readonly Image[] | undefined;
  readonly clientMessageId?: string | undefined;
  /**
   * If the agent is busy: `steer` sends the message to its run, `queue` waits for the next run. `auto`, the default, steers
   * if the agent supports it and queues otherwise.
   */
  readonly delivery?: "auto" | "queue" | "steer" | undefined;
  /** The live run of an agent or subagent to send it to. It is delivered at once or rejected. */
  readonly toRunId?: string | undefined;
}

export type ChatAnswer = Omit<WireAnswer, "clientMessageId">;

/** A message to an agent: from a person, another agent, or Polylog itself. */
export interface Incoming extends Pick<ChatInput, "text" | "images" | "clientMessageId" | "delivery"> {
  /** The sender, if it is not a person. */
  readonly sender?: Actor | undefined;
  /** The device that sent it. */
  readonly by?: Actor | undefined;
  readonly exchange?: ExchangeOrigin | undefined;
  readonly hidden?: boolean | undefined;
  readonly trigger?: RunTrigger | undefined;
  /** The id of the run that it starts, if one was already promised. */
  readonly runId?: string | undefined;
}

/** Events and documents to write together with a message. */
export interface MessageContext {
  readonly created?: Entry["created"];
  readonly clientReceipt?: Pick<ReceiptDraft, "clientMessageId" | "bodyHash"> | undefined;
  /** Events to write before it. */
  readonly before?: readonly EventBody[] | undefined;
  readonly documents?: Entry["documents"];
}

export function queueItem(incoming: Incoming, itemId: string, addedTs: number): QueueItem {
  const { text, clientMessageId, trigger, runId } = incoming;
  return {
    ...{ itemId, text, addedTs },
    ...defined({ clientMessageId, trigger, runId }),
    ...circumstances(incoming),
  };
}

export function messageBody(
  agentId: string,
  runId: string,
  incoming: Omit<Incoming, "delivery">,
  delivery: "run" | "steer",
): EventBody {
  const { text, clientMessageId } = incoming;
  return {
    ...{ type: "user_message", agentId, runId, text, delivery },
    ...defined({ clientMessageId }),
    ...circumstances(incoming),
  };
}

/** The events of a message and of the run that it starts. */
export function runBodies(
  agentId: string,
  runId: string,
  incoming: Omit<Incoming, "delivery">,
  trigger: RunTrigger,
): EventBody[] {
  return [messageBody(agentId, runId, incoming, "run"), { type: "run_started", agentId, runId, trigger }];
}

/** A session without a title is named after its first message. */
export function titleFor({ title, runs }: Conversation, text: string): EventBody[] {
  // Choosing a mode before the first message does not count as its start.
  return title !== null || runs.length > 0 ? [] : [{ type: "title", title: autoTitle(text), source: "auto" }];
}

/** The prompt for the agent's program. */
export function promptOf(runId: string, { text, images, sender }: Omit<Incoming, "delivery">): Prompt {
  return { runId, text: promptText({ text, sender: sender ?? null }), images: images ?? [] };
}

function circumstances({ images, sender, by, exchange, hidden }: Omit<Incoming, "delivery">) {
  return {
    ...(images?.length ? { images: [...images] } : {}),
    ...defined({ sender, by, exchange, hidden }),
  };
}
