import { limits } from "../limits.ts";
import type { Model, Unsent } from "./model.ts";
import type { Connection } from "./session-facts.ts";

/** What is worth to be said not to be sent: most messages are taken before anybody could read that. */
export function shownUnsent({ unsent }: Model, connection: Connection, nowMs: number): readonly Unsent[] {
  return unsent.filter(({ sinceTs }) => connection !== "live" || nowMs - sinceTs > limits.unsentMs);
}

/** Gives what is on its way a moment. Resolves with what the server has not taken even then. */
export async function leftUnsent(model: Model): Promise<readonly string[]> {
  const moment = new Promise((resolve) => setTimeout(resolve, limits.unsentMs).unref());
  await Promise.race([Promise.all(model.unsent.map(({ over }) => over)), moment]);
  return model.unsent.map(({ text }) => text);
}
