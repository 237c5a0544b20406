import type { Conversation } from "@polylog/core";
import { limits } from "../../limits.ts";
import type { RenderContext } from "../../render/context.ts";
import type { Model } from "../model.ts";
import type { Connection } from "./session-facts.ts";

export interface ShownUnsent {
  readonly text: string;
  /** Whether it takes longer than a message should. */
  readonly isLate: boolean;
}

/** Messages in transit that the conversation does not show yet. */
export function shownUnsent(
  { unsent }: Model,
  connection: Connection,
  { conversation, nowMs, screenReader }: RenderContext,
): readonly ShownUnsent[] {
  return unsent
    .filter(({ clientMessageId }) => !isShown(conversation, clientMessageId))
    .map(({ text, sinceTs }) => ({
      text,
      isLate: connection === "offline" || connection === "denied" || nowMs - sinceTs > limits.unsentMs,
    }))
    .filter(({ isLate }) => isLate || !screenReader);
}

/** Whether the message is in the conversation or in a queue. */
function isShown({ seen, agents }: Conversation, clientMessageId: string): boolean {
  if (seen.has(`message/${clientMessageId}`)) return true;
  return [...agents.values()].some(({ queue }) =>
    queue.items.some((item) => item.clientMessageId === clientMessageId),
  );
}

/** Waits briefly for messages in transit. Resolves with those that the server has not accepted by then. */
export async function waitForUnsent(model: Model): Promise<readonly string[]> {
  const moment = new Promise((resolve) => setTimeout(resolve, limits.unsentMs).unref());
  await Promise.race([Promise.all(model.unsent.map(({ over }) => over)), moment]);
  return model.unsent.map(({ text }) => text);
}
