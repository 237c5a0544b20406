import { randomUUID } from "node:crypto";
import type { ChatAnswer } from "@polylog/client";
import type { Context } from "../context.ts";
import { readHolder } from "../home/holder.ts";
import { untilFree } from "../home/until-free.ts";
import { chooseWork, type Wanted } from "./choose-work.ts";
import { choosePlace, closeOwn, type Place } from "./place.ts";

/** A prompt that a server has taken, and how that server is reached. */
export interface Sent extends Place {
  readonly answer: ChatAnswer;
}

const LOOK_MS = 250;

/** Gives the prompt to the server that runs, or to one that is started for it. */
export async function sendPrompt(context: Context, text: string, wanted: Wanted): Promise<Sent> {
  const clientMessageId = randomUUID();
  for (;;) {
    const { leave, ...place } = await untilFree(() => choosePlace(context));
    const gone = watchHolder(context.home);
    try {
      const work = await chooseWork(context, place.client, wanted);
      const message = { ...work, text, clientMessageId };
      return { ...place, leave, answer: await place.client.chat(message, { signal: gone.signal }) };
    } catch (error) {
      place.client.close();
      leave();
      if (place.own !== null) await closeOwn(place.own, context);
      // The server that was found ended in that moment, as those do that others started for a prompt. Whatever it
      // has taken, the next one answers alike: the message has its id.
      if (!gone.signal.aborted) throw error;
    } finally {
      gone.stop();
    }
  }
}

/** Aborts when the home's holder is another one. */
function watchHolder(home: string): { readonly signal: AbortSignal; stop(): void } {
  const controller = new AbortController();
  const first = readHolder(home)?.pid;
  const timer = setInterval(() => {
    if (readHolder(home)?.pid !== first) controller.abort();
  }, LOOK_MS);
  return { signal: controller.signal, stop: () => clearInterval(timer) };
}
