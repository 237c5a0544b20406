import { randomUUID } from "node:crypto";
import type { ChatAnswer, Client } from "@polylog/client";
import { defined } from "@polylog/core";
import { CliError } from "../cli-error.ts";
import type { Context } from "../context.ts";
import { closeTemporaryServer, connectOrStart, type ServerConnection } from "../server/connect-or-start.ts";
import { readHolder } from "../server/home-holder.ts";
import { retryWhileHeld } from "../server/retry-while-held.ts";
import { chooseTarget, type PromptTarget, type TargetOptions } from "./choose-target.ts";

/** A prompt that a server has accepted, and the connection to that server. */
export interface SentPrompt extends ServerConnection {
  readonly answer: ChatAnswer;
}

const POLL_MS = 250;

/** Sends the prompt to the running server, or to one started for it. */
export async function sendPrompt(context: Context, text: string, wanted: TargetOptions): Promise<SentPrompt> {
  const clientMessageId = randomUUID();
  let begun: string | undefined;
  for (;;) {
    const { leave, ...place } = await retryWhileHeld(() => connectOrStart(context));
    const gone = watchHolder(context.home);
    try {
      const { client } = place;
      // A session that the first attempt created or copied is reused by the second.
      const again = begun === undefined ? wanted : { session: begun };
      const work = await chooseTarget(context, client, again);
      begun = await prepare(client, work, wanted);
      const message = {
        ...work,
        ...defined({ sessionId: begun }),
        text,
        clientMessageId,
        delivery: "queue" as const,
      };
      const answer = await client.chat.send(message, { signal: gone.signal });
      if (answer.queued) await removeFromQueue(client, answer);
      return { ...place, leave, answer };
    } catch (error) {
      place.client.close();
      leave();
      if (place.own !== null) await closeTemporaryServer(place.own, context);
      // A temporary server that another command started may end at this moment. Retrying is safe: the message has an id, so a
      // server answers a repeated one the same way.
      if (!gone.signal.aborted) throw error;
    } finally {
      gone.stop();
    }
  }
}

/** Settings of a session must be set before its first message. Returns the session if one was needed. */
async function prepare(
  client: Client,
  work: PromptTarget,
  wanted: TargetOptions,
): Promise<string | undefined> {
  const { model: modelId, permissionMode: modeId } = wanted;
  if (modelId === undefined && modeId === undefined) return work.sessionId;
  const { projectRoot, agentId } = work;
  const sessionId = work.sessionId ?? (await client.sessions.create({ projectRoot, agentId })).sessionId;
  await client.sessions.change({ sessionId, modelId, modeId });
  return sessionId;
}

/** Removes a queued message, because it has no run to follow. */
async function removeFromQueue(client: Client, { sessionId, clientMessageId }: ChatAnswer): Promise<never> {
  const { items: waiting } = await client.queue.list({ sessionId });
  const own = waiting.find((item) => item.clientMessageId === clientMessageId);
  if (own !== undefined) await client.queue.remove({ sessionId, itemId: own.itemId });
  throw new CliError(
    "session_busy",
    `An agent is already working in this session. Queue a message with "polylog send ${sessionId}", or stop the agent with "polylog cancel ${sessionId}".`,
  );
}

/** Aborts when another process becomes the home's holder. */
function watchHolder(home: string): { readonly signal: AbortSignal; stop(): void } {
  const controller = new AbortController();
  const first = readHolder(home)?.pid;
  const timer = setInterval(() => {
    if (readHolder(home)?.pid !== first) controller.abort();
  }, POLL_MS);
  return { signal: controller.signal, stop: () => clearInterval(timer) };
}
