import type {
  Actor,
  Conversation,
  EventBody,
  ExchangeOrigin,
  Image,
  Prompt,
  QueueItem,
  RunTrigger,
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
   * If the agent is busy: `steer` puts the message into its run, `queue` waits for the next run. `auto`, the default, steers
   * where the agent can be steered and queues otherwise.
   */
  readonly delivery?: "auto" | "queue" | "steer" | undefined;
  /** The run at work that it is for, an agent's or a subagent's: it goes there at once or not at all. */
  readonly toRunId?: string | undefined;
}

export interface ChatAnswer {
  readonly sessionId: string;
  readonly runId?: string | undefined;
  readonly queued: boolean;
  readonly position?: number | undefined;
  /** The log's head when the message was taken. */
  readonly seq: number;
}

/** A message on its way to an agent: a person's, another agent's, or one that Polylog sends by itself. */
export interface Incoming extends Pick<ChatInput, "text" | "images" | "clientMessageId" | "delivery"> {
  /** Who sends it, where that is not a person at a screen. */
  readonly sender?: Actor | undefined;
  /** The device behind it. */
  readonly by?: Actor | undefined;
  readonly exchange?: ExchangeOrigin | undefined;
  readonly hidden?: boolean | undefined;
  readonly trigger?: RunTrigger | undefined;
  /** The run that it is to begin, where that was promised to somebody. */
  readonly runId?: string | undefined;
}

/** What is written together with a message. */
export interface MessageContext {
  readonly created?: Entry["created"];
  readonly clientReceipt?: Pick<ReceiptDraft, "clientMessageId" | "bodyHash"> | undefined;
  /** Events that stand before it. */
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

/** A message and the run that it begins. */
export function runBodies(
  agentId: string,
  runId: string,
  incoming: Omit<Incoming, "delivery">,
  trigger: RunTrigger,
): EventBody[] {
  return [messageBody(agentId, runId, incoming, "run"), { type: "run_started", agentId, runId, trigger }];
}

/** A session's first message names it, unless it has a name. */
export function titleFor({ title, runs }: Conversation, text: string): EventBody[] {
  // A mode that is chosen before the first message is no beginning yet.
  return title !== null || runs.length > 0 ? [] : [{ type: "title", title: autoTitle(text), source: "auto" }];
}

/** What the agent's program is given for it. */
export function promptOf(runId: string, { text, images, sender }: Omit<Incoming, "delivery">): Prompt {
  return { runId, text: promptText({ text, sender: sender ?? null }), images: images ?? [] };
}

function circumstances({ images, sender, by, exchange, hidden }: Omit<Incoming, "delivery">) {
  return {
    ...(images?.length ? { images: [...images] } : {}),
    ...defined({ sender, by, exchange, hidden }),
  };
}
