import { type AgentSettings, type Conversation, DEFAULT_MODEL, type Entry } from "@polylog/core";

/**
 * The models chosen in a session, by agent. Models reported by agents do not count: agents report the model they were
 * started with, whose setting may have changed since. Settled entries are read only once, even in a long session.
 */
export class ChosenModels {
  private readonly settled = new Map<string, string>();
  private read = 0;

  /** An agent's settings in the session, including the model chosen for it. */
  settingsIn(conversation: Conversation, agentId: string, settings: AgentSettings): AgentSettings {
    const model = this.modelOf(conversation, agentId);
    return model === undefined || model === DEFAULT_MODEL ? settings : { ...settings, model };
  }

  private modelOf({ main }: Conversation, agentId: string): string | undefined {
    const { entries, settled } = main;
    for (; this.read < settled; this.read++) {
      const change = changeIn(entries.get(this.read));
      if (change !== null) this.settled.set(change.agentId, change.modelId);
    }
    for (let at = entries.length - 1; at >= settled; at--) {
      const change = changeIn(entries.get(at));
      if (change?.agentId === agentId) return change.modelId;
    }
    return this.settled.get(agentId);
  }
}

function changeIn(entry: Entry | undefined): { readonly agentId: string; readonly modelId: string } | null {
  if (entry?.kind !== "model_change" || entry.agentId === null) return null;
  return { agentId: entry.agentId, modelId: entry.newModelId };
}
