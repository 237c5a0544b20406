import { wasCacheUsed } from "../offline/offline-cache.ts";
import { loadAgents } from "./agents.ts";
import { followAsks, loadAsks } from "./asks.ts";
import { client } from "./client.ts";
import { followSessions, loadSessions } from "./sessions.ts";

let stops: readonly (() => void)[] = [];

/** Starts loading and following the data that every page shows. Further calls do nothing. */
export function startLiveUpdates(): void {
  if (stops.length > 0) return;
  void loadAgents();
  stops = [followSessions(), followAsks()];
}

export function stopLiveUpdates(): void {
  for (const stop of stops) stop();
  stops = [];
}

/** Reloads after each connection, so that no outdated data stays on the screen. */
export function reloadAfterReconnect(): () => void {
  let wasAway = false;
  return client.subscribe(() => {
    const { state } = client.connection;
    if (state === "offline" || state === "denied") wasAway = true;
    if (state !== "open" || !(wasAway || wasCacheUsed())) return;
    wasAway = false;
    void loadSessions();
    void loadAgents();
    void loadAsks();
  });
}
