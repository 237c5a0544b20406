import type { Actor } from "@polylog/core";
import type { Overrides } from "../agents/overrides.ts";
import { type Config, optionsOf } from "../config/config-schema.ts";
import type { RevokedDevices } from "../devices/revoked-devices.ts";
import type { EventStore } from "../store/store.ts";
import type { Mission } from "./mission.ts";
import type { Documents } from "./missions.ts";

const KIND = "idle_prompt";

const recentSessions = 100;

interface IdlePromptsOptions {
  readonly store: EventStore;
  readonly overrides: Overrides;
  readonly now: () => number;
  readonly revoked: RevokedDevices;
  readonly settings: () => Config;
}

/** Where an agent is to be prompted although no mission says so. */
export interface IdlePlace {
  readonly projectRoot: string;
  readonly agentId: string;
}

interface IdlePrompt {
  readonly text: string;
  /** Who set it; nobody for what the configuration says. */
  readonly by: Actor | undefined;
}

/**
 * Prompts for idle agents outside of missions: what is set for an agent in a project goes before what its own
 * configuration says. Each is kept like a mission of one agent.
 */
export class IdlePrompts {
  private readonly store: EventStore;
  private readonly overrides: Overrides;
  private readonly now: () => number;
  private readonly revoked: RevokedDevices;
  private readonly settings: () => Config;

  constructor(options: IdlePromptsOptions) {
    this.store = options.store;
    this.overrides = options.overrides;
    this.now = options.now;
    this.revoked = options.revoked;
    this.settings = options.settings;
  }

  /** As missions; those whose prompt changed begin anew. */
  async all(): Promise<Mission[]> {
    const found: Mission[] = [];
    for (const place of await this.places()) {
      const mission = await this.of(place);
      if (mission !== null) found.push(mission);
    }
    return found;
  }

  /** Works on one that was read some time ago, as it is now. Null where it is to be prompted with nothing, or else. */
  async whileAtWork<T>(read: Mission, work: (now: Mission) => Promise<T>): Promise<T | null> {
    const mission = await this.of({ projectRoot: read.projectRoot, agentId: read.agentId as string });
    return mission === null || mission.text !== read.text ? null : work(mission);
  }

  async update(read: Mission, part: Partial<Mission>): Promise<Mission | null> {
    return this.whileAtWork(read, async (mission) => {
      const next = { ...mission, ...part };
      await this.store.commit({ documents: this.written(next) });
      return next;
    });
  }

  written(mission: Mission): Documents {
    const agentId = mission.agentId as string;
    return [{ kind: KIND, key: keyOf({ projectRoot: mission.projectRoot, agentId }), value: mission }];
  }

  private async of(place: IdlePlace): Promise<Mission | null> {
    const prompt = await this.promptOf(place);
    if (prompt === null) return null;
    const { text, by } = prompt;
    const known = (await this.store.document(KIND, keyOf(place))) as Mission | null;
    return { ...(known?.text === text ? known : this.begin(place, text)), by };
  }

  private async promptOf({ projectRoot, agentId }: IdlePlace): Promise<IdlePrompt | null> {
    const override = await this.overrides.of(projectRoot, agentId);
    if (override?.enabled === false) return null;
    if (override?.idlePrompt !== undefined && override.idlePrompt !== "") {
      const { idlePrompt: text, by } = override;
      return this.revoked.find(by) === null ? { text, by } : null;
    }
    const text = promptsIn(this.settings()).get(agentId);
    return text === undefined ? null : { text, by: undefined };
  }

  /** Where something is set, and where an agent with a prompt of its own was used lately. */
  private async places(): Promise<IdlePlace[]> {
    const places = new Map((await this.overrides.places()).map((place) => [keyOf(place), place]));
    const own = promptsIn(this.settings());
    if (own.size === 0) return [...places.values()];
    for (const { projectRoot, agentId } of (await this.store.sessions({ limit: recentSessions })).items) {
      if (agentId !== null && own.has(agentId))
        places.set(keyOf({ projectRoot, agentId }), { projectRoot, agentId });
    }
    return [...places.values()];
  }

  private begin({ projectRoot, agentId }: IdlePlace, text: string): Mission {
    const now = this.now();
    return {
      ...{ missionId: "", projectRoot, agentId, text, createdTs: now, goesOnSince: now, endedTs: null },
      ...{ endReason: null, paused: null, triggers: 0, agents: {}, warned: false },
    };
  }
}

function keyOf({ projectRoot, agentId }: IdlePlace): string {
  return JSON.stringify([projectRoot, agentId]);
}

/** What the agents of the configuration are prompted with, by their ids. */
function promptsIn({ agents = {} }: Config): ReadonlyMap<string, string> {
  const prompts = Object.entries(agents).flatMap(([id, agent]) => {
    const { idle_prompt } = optionsOf(agent);
    return typeof idle_prompt === "string" && idle_prompt !== "" ? [[id, idle_prompt] as const] : [];
  });
  return new Map(prompts);
}
