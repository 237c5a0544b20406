import { randomUUID } from "node:crypto";
import type { ChatAnswer, Client } from "@polylog/client";
import { defined } from "@polylog/core";
import { CliError } from "../cli-error.ts";
import type { Context } from "../context.ts";
import { closeTemporaryServer, connectOrStart, type ServerConnection } from "../server/connect-or-start.ts";
import { readHolder } from "../server/home-holder.ts";
import { retryWhileHeld } from "../server/retry-while-held.ts";
import { chooseTarget, type PromptTarget, type TargetOptions } from "./choose-target.ts";

/** A prompt that a server has taken, and how that server is reached. */
export interface SentPrompt extends ServerConnection {
  readonly answer: ChatAnswer;
}

const POLL_MS = 250;

/** Gives the prompt to the server that runs, or to one that is started for it. */
export async function sendPrompt(context: Context, text: string, wanted: TargetOptions): Promise<SentPrompt> {
  const clientMessageId = randomUUID();
  let begun: string | undefined;
  for (;;) {
    const { leave, ...place } = await retryWhileHeld(() => connectOrStart(context));
    const gone = watchHolder(context.home);
    try {
      const { client } = place;
      // What was begun or copied at the first attempt is not at the second.
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
      if (answer.queued) await takeBack(client, answer);
      return { ...place, leave, answer };
    } catch (error) {
      place.client.close();
      leave();
      if (place.own !== null) await closeTemporaryServer(place.own, context);
      // The server that was found ended in that moment, as those do that others started for a prompt. Whatever it
      // has taken, the next one answers alike: the message has its id.
      if (!gone.signal.aborted) throw error;
    } finally {
      gone.stop();
    }
  }
}

/** What is set for a session has to be set before its first message. Gives the session, where there has to be one. */
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

/** A message that waits has no run to stay with. */
async function takeBack(client: Client, { sessionId, clientMessageId }: ChatAnswer): Promise<never> {
  const { items: waiting } = await client.queue.list({ sessionId });
  const own = waiting.find((item) => item.clientMessageId === clientMessageId);
  if (own !== undefined) await client.queue.remove({ sessionId, itemId: own.itemId });
  throw new CliError(
    "session_busy",
    `An agent is at work in this session. "polylog send ${sessionId}" lets a message wait for it, "polylog cancel ${sessionId}" stops it.`,
  );
}

/** Aborts when the home's holder is another one. */
function watchHolder(home: string): { readonly signal: AbortSignal; stop(): void } {
  const controller = new AbortController();
  const first = readHolder(home)?.pid;
  const timer = setInterval(() => {
    if (readHolder(home)?.pid !== first) controller.abort();
  }, POLL_MS);
  return { signal: controller.signal, stop: () => clearInterval(timer) };
}
