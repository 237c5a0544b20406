import { holderDied, readHolder } from "./home-holder.ts";
import { pinnedFetch } from "./pinned-fetch.ts";

/**
 * Sends requests to the server that holds a home, even if its port changes after a restart. With `restart`, a crashed server is
 * restarted; one that was stopped on purpose is not.
 */
export function homeFetch(
  home: string,
  first: string,
  restart: (() => Promise<unknown>) | null,
): typeof globalThis.fetch {
  let base = first;
  let restarting: Promise<unknown> | null = null;
  return async (input, init) => {
    const holder = readHolder(home);
    base = holder?.url ?? base;
    const send = holder?.certificate == null ? fetch : pinnedFetch(holder.certificate);
    try {
      return await send(base + String(input).slice(first.length), init);
    } catch (error) {
      if (restart === null || !(restarting !== null || holderDied(home))) throw error;
      restarting ??= restart().finally(() => {
        restarting = null;
      });
      await restarting;
      // The request may have been carried out before the crash, so only its sender knows whether to repeat it.
      throw error;
    }
  };
}
