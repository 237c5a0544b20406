import { type AgentSettings, type Conversation, DEFAULT_MODEL } from "@polylog/core";

/** An agent's settings in a session, as it starts there: with the model that was chosen in the session. */
export function settingsIn(
  conversation: Conversation,
  agentId: string,
  settings: AgentSettings,
): AgentSettings {
  const model = chosenModel(conversation, agentId);
  return model === null ? settings : { ...settings, model };
}

/** Not the one that the agent reports: that is the one it was started with, which may be set otherwise since. */
function chosenModel({ main }: Conversation, agentId: string): string | null {
  for (let at = main.entries.length - 1; at >= 0; at--) {
    const entry = main.entries.get(at);
    if (entry?.kind !== "model_change" || entry.agentId !== agentId) continue;
    return entry.newModelId === DEFAULT_MODEL ? null : entry.newModelId;
  }
  return null;
}
