import { wasCacheUsed } from "../offline/offline-cache.ts";
import { loadAgents } from "./agents.ts";
import { loadAsks } from "./asks.ts";
import { client } from "./client.ts";
import { loadSessions } from "./sessions.ts";

/** Once the server is there again, or for the first time, nothing old is shown as if it were now. */
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
