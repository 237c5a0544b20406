import { loadAgents } from "./agents.ts";
import { followAsks } from "./asks.ts";
import { followSessions } from "./sessions.ts";

let stops: readonly (() => void)[] = [];

/** Begins to load and follow what every page shows. Called twice, it does so once. */
export function startLiveUpdates(): void {
  if (stops.length > 0) return;
  void loadAgents();
  stops = [followSessions(), followAsks()];
}

export function stopLiveUpdates(): void {
  for (const stop of stops) stop();
  stops = [];
}
