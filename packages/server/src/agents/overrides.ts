import { type Actor, type AgentOverride, type AgentSettings, defined } from "@polylog/core";
import type { EventStore } from "../store/store.ts";

/** The settings that override an agent's configuration in a project, keyed by the project's real path. */

const KIND = "agent_override";

/** An override together with its author. */
export type StoredOverride = AgentOverride & { readonly by?: Actor | undefined };

export class Overrides {
  private readonly store: Pick<EventStore, "document" | "documents" | "commit">;

  constructor(store: Pick<EventStore, "document" | "documents" | "commit">) {
    this.store = store;
  }

  async of(root: string, agentId: string): Promise<StoredOverride | null> {
    return ((await this.store.document(KIND, keyOf(root, agentId))) ?? null) as StoredOverride | null;
  }

  /** The projects and agents that have an override. */
  async places(): Promise<{ projectRoot: string; agentId: string }[]> {
    const all = await this.store.documents(KIND);
    return all.map(({ key }) => {
      const [projectRoot, agentId] = JSON.parse(key) as [string, string];
      return { projectRoot, agentId };
    });
  }

  /** An override without any setting is removed. */
  async set(root: string, agentId: string, override: AgentOverride, by: Actor): Promise<void> {
    const isSet = Object.values(override).some((value) => value !== undefined);
    const value = isSet ? { ...override, by } : null;
    await this.store.commit({ documents: [{ kind: KIND, key: keyOf(root, agentId), value }] });
  }
}

export function withOverride(settings: AgentSettings, override: AgentOverride | null): AgentSettings {
  const { model, permissionMode, instructions } = override ?? {};
  return {
    ...settings,
    ...defined({ model, permissionMode, instructions }),
  };
}

function keyOf(root: string, agentId: string): string {
  return JSON.stringify([root, agentId]);
}
