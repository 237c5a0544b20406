import type { SessionUpdate } from "@agentclientprotocol/sdk";
import type { AgentState, Conversation } from "@polylog/core";

/** Changes outside the conversation: the title, commands, to-dos and context usage. */
export function sessionInfoUpdates(before: Conversation | null, now: Conversation): SessionUpdate[] {
  const updates: SessionUpdate[] = [];
  if (now.title !== null && now.title !== before?.title) {
    updates.push({ sessionUpdate: "session_info_update", title: now.title });
  }
  for (const [agentId, state] of now.agents) {
    const last = before?.agents.get(agentId);
    if (state !== last) updates.push(...agentUpdates(last, state));
  }
  return updates;
}

function agentUpdates(before: AgentState | undefined, now: AgentState): SessionUpdate[] {
  const updates: SessionUpdate[] = [];
  const { commands, context, todos, currentModeId } = now;
  if (commands !== before?.commands && commands.length > 0) {
    const availableCommands = commands.map(({ name, description = "", input }) => ({
      name,
      description,
      input: input?.hint === undefined ? null : { hint: input.hint },
    }));
    updates.push({ sessionUpdate: "available_commands_update", availableCommands });
  }
  if (currentModeId !== null && currentModeId !== before?.currentModeId) {
    updates.push({ sessionUpdate: "current_mode_update", currentModeId });
  }
  if (todos !== before?.todos && todos.length > 0) {
    const entries = todos.map(({ content, status }) => ({ content, status, priority: "medium" as const }));
    updates.push({ sessionUpdate: "plan", entries });
  }
  if (context !== null && context !== before?.context && context.windowTokens !== null) {
    updates.push({ sessionUpdate: "usage_update", used: context.usedTokens, size: context.windowTokens });
  }
  return updates;
}
