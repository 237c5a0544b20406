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

/** An agent in a project that is prompted when idle, without a mission. */
export interface IdlePlace {
  readonly projectRoot: string;
  readonly agentId: string;
}

interface IdlePrompt {
  readonly text: string;
  /** The author; undefined if it comes from the configuration. */
  readonly by: Actor | undefined;
}

/**
 * Prompts for idle agents outside of missions. A prompt set for an agent in a project takes precedence over the one in the
 * agent's configuration. Each is stored like a mission of one agent.
 */
export class IdlePrompts {
  private readonly options: IdlePromptsOptions;

  constructor(options: IdlePromptsOptions) {
    this.options = options;
  }

  /** All prompts as missions. A mission whose prompt changed restarts. */
  async all(): Promise<Mission[]> {
    const found: Mission[] = [];
    for (const place of await this.places()) {
      const mission = await this.of(place);
      if (mission !== null) found.push(mission);
    }
    return found;
  }

  /** Runs work on the current state of a mission that was read earlier. Null if its prompt was removed or changed. */
  async withCurrent<T>(read: Mission, work: (now: Mission) => Promise<T>): Promise<T | null> {
    const mission = await this.of({ projectRoot: read.projectRoot, agentId: read.agentId as string });
    return mission === null || mission.text !== read.text ? null : work(mission);
  }

  async update(read: Mission, part: Partial<Mission>): Promise<Mission | null> {
    return this.withCurrent(read, async (mission) => {
      const next = { ...mission, ...part };
      await this.options.store.commit({ documents: this.written(next) });
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
    const known = (await this.options.store.document(KIND, keyOf(place))) as Mission | null;
    return { ...(known?.text === text ? known : this.begin(place, text)), by };
  }

  private async promptOf({ projectRoot, agentId }: IdlePlace): Promise<IdlePrompt | null> {
    const override = await this.options.overrides.of(projectRoot, agentId);
    if (override?.enabled === false) return null;
    if (override?.idlePrompt !== undefined && override.idlePrompt !== "") {
      const { idlePrompt: text, by } = override;
      return this.options.revoked.find(by) === null ? { text, by } : null;
    }
    const text = promptsIn(this.options.settings()).get(agentId);
    return text === undefined ? null : { text, by: undefined };
  }

  /** The agents with a prompt set in a project, and recently used agents with a configured prompt. */
  private async places(): Promise<IdlePlace[]> {
    const places = new Map((await this.options.overrides.places()).map((place) => [keyOf(place), place]));
    const own = promptsIn(this.options.settings());
    if (own.size === 0) return [...places.values()];
    for (const { projectRoot, agentId } of (await this.options.store.sessions({ limit: recentSessions }))
      .items) {
      if (agentId !== null && own.has(agentId))
        places.set(keyOf({ projectRoot, agentId }), { projectRoot, agentId });
    }
    return [...places.values()];
  }

  private begin({ projectRoot, agentId }: IdlePlace, text: string): Mission {
    const now = this.options.now();
    return {
      ...{ missionId: "", projectRoot, agentId, text, createdTs: now, goesOnSince: now, endedTs: null },
      ...{ endReason: null, paused: null, triggers: 0, agents: {}, warned: false },
    };
  }
}

function keyOf({ projectRoot, agentId }: IdlePlace): string {
  return JSON.stringify([projectRoot, agentId]);
}

/** The idle prompts of configured agents, by agent id. */
function promptsIn({ agents = {} }: Config): ReadonlyMap<string, string> {
  const prompts = Object.entries(agents).flatMap(([id, agent]) => {
    const { idle_prompt } = optionsOf(agent);
    return typeof idle_prompt === "string" && idle_prompt !== "" ? [[id, idle_prompt] as const] : [];
  });
  return new Map(prompts);
}
