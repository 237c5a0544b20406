import type { Ask, EventFrame } from "@polylog/client";
import { createStore, useStore } from "../store/store.ts";
import { client } from "./client.ts";

/** Every open ask, in any session at any depth. */
export interface Asks {
  readonly state: "loading" | "ready" | "failed";
  readonly asks: readonly Ask[];
}

const asks = createStore<Asks>({ state: "loading", asks: [] });
let isLoading = false;
let isStale = false;

/** Reports new asks, not those that were already open. */
export function onNewAsks(tell: (ask: Ask) => void): () => void {
  let known: ReadonlySet<string> | null = null;
  const look = () => {
    const { state, asks: pending } = asks.get();
    if (state !== "ready") return;
    const before = known;
    known = new Set(pending.map(({ askId }) => askId));
    if (before !== null) for (const ask of pending) if (!before.has(ask.askId)) tell(ask);
  };
  look();
  return asks.subscribe(look);
}

export function useAsks(): Asks {
  return useStore(asks);
}

export function followAsks(): () => void {
  void loadAsks();
  return client.all((frames) => {
    if (frames.some(concernsAsks)) void loadAsks();
  });
}

const concerned = new Set([
  "permission_request",
  "permission_response",
  "ask_user",
  "ask_user_response",
  "plan_update",
  "plan_response",
  "run_ended",
]);

function concernsAsks({ phase, data }: EventFrame): boolean {
  return phase === "resync" || (data !== null && concerned.has(data.type));
}

/** One request at a time; changes during a request cause one more. */
export async function loadAsks(): Promise<void> {
  isStale = true;
  if (isLoading) return;
  isLoading = true;
  while (isStale) {
    isStale = false;
    try {
      const pending = (await client.asks.list()).asks.filter(({ state }) => state === "pending");
      asks.set({ state: "ready", asks: pending.toSorted((a, b) => a.createdTs - b.createdTs) });
    } catch {
      // Keep the current asks: the connection status shows that they may be out of date.
      if (asks.get().state === "loading") asks.set({ state: "failed", asks: [] });
    }
  }
  isLoading = false;
}
