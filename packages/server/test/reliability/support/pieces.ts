import path from "node:path";
import { type AgentSettings, type Backend, parseEvent, serializeFrame } from "@polylog/core";
import { LogMaintenance } from "../../../src/admin/maintenance.ts";
import { ConfigFile } from "../../../src/config/config-file.ts";
import { ProjectConfigs } from "../../../src/config/project-config.ts";
import { Trust } from "../../../src/config/trust.ts";
import { RevokedDevices } from "../../../src/devices/revoked-devices.ts";
import { Hub } from "../../../src/hub/hub.ts";
import { Blobs } from "../../../src/log/blobs.ts";
import { idMaker } from "../../../src/log/ids.ts";
import { Log } from "../../../src/log/log.ts";
import { Watchers } from "../../../src/log/watchers.ts";
import { createServices, type Services } from "../../../src/services.ts";
import type { EventStore, StoredEvent } from "../../../src/store/store.ts";

/** The parts of a server without its HTTP layer. */
export interface Pieces {
  readonly store: EventStore;
  readonly hub: Hub;
  readonly log: Log;
  readonly services: Services;
  /** Failures of background work. */
  readonly troubles: { readonly sessionId: string; readonly error: unknown }[];
}

export interface PiecesOptions {
  readonly folder: string;
  readonly store: EventStore;
  /** The backend of every agent. */
  readonly backend: Backend;
  readonly settings?: AgentSettings;
}

export function frameOf({ line }: StoredEvent): string {
  const parsed = parseEvent(line);
  if (!parsed.ok) throw new Error(parsed.error.reason);
  return serializeFrame(parsed.event, undefined, line);
}

export async function openPieces({ folder, store, backend, settings }: PiecesOptions): Promise<Pieces> {
  const hub = new Hub(store, await store.head(), frameOf);
  const now = Date.now;
  const newId = idMaker(now);
  const watchers = new Watchers();
  const log = new Log({ store, hub, watchers, now, newId, onHealth: () => undefined });
  const found = { backend, settings: settings ?? { backend: backend.name } };
  const replaceLog = () => undefined;
  const troubles: Pieces["troubles"] = [];
  const services = createServices({
    ...{ store, log, hub, watchers, newId, now, home: folder, version: "test" },
    onFailure: () => undefined,
    onTrouble: (sessionId, error) => troubles.push({ sessionId, error }),
    projects: new ProjectConfigs(new Trust(store, now)),
    idleMs: () => null,
    revoked: new RevokedDevices(store),
    maintenance: new LogMaintenance({ home: folder, store, hub, configured: async () => "ask", replaceLog }),
    blobs: new Blobs(path.join(folder, "blobs")),
    directory: {
      ...{ list: async () => [], defaultAgent: async () => "agent", find: async () => found },
      assertFits: async () => undefined,
    },
    config: await ConfigFile.open(path.join(folder, "config.json")),
  });
  return { store, hub, log, services, troubles };
}
