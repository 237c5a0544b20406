import type { AgentOverride, AgentSettings } from "@polylog/core";
import type { EventStore } from "../store/store.ts";

/** How an agent is set otherwise in a project, by the project's real path. */

const KIND = "agent_override";

export class Overrides {
  private readonly store: Pick<EventStore, "document" | "documents" | "commit">;

  constructor(store: Pick<EventStore, "document" | "documents" | "commit">) {
    this.store = store;
  }

  async of(root: string, agentId: string): Promise<AgentOverride | null> {
    return ((await this.store.document(KIND, keyOf(root, agentId))) ?? null) as AgentOverride | null;
  }

  /** Projects and agents for which something is set. */
  async places(): Promise<{ projectRoot: string; agentId: string }[]> {
    const all = await this.store.documents(KIND);
    return all.map(({ key }) => {
      const [projectRoot, agentId] = JSON.parse(key) as [string, string];
      return { projectRoot, agentId };
    });
  }

  async set(root: string, agentId: string, override: AgentOverride): Promise<void> {
    await this.store.commit({ documents: [{ kind: KIND, key: keyOf(root, agentId), value: override }] });
  }
}

export function withOverride(settings: AgentSettings, override: AgentOverride | null): AgentSettings {
  const { model, permissionMode, instructions } = override ?? {};
  return {
    ...settings,
    ...(model === undefined ? {} : { model }),
    ...(permissionMode === undefined ? {} : { permissionMode }),
    ...(instructions === undefined ? {} : { instructions }),
  };
}

function keyOf(root: string, agentId: string): string {
  return JSON.stringify([root, agentId]);
}
