import type { SessionConfigOption, SessionModeState } from "@agentclientprotocol/sdk";
import type { AgentInfo } from "@polylog/client";
import { type AgentState, defined, type PermissionMode, permissionModes } from "@polylog/core";

/** The choices in an editor: the agent, its model, and what it may do without asking. */

const modes: Readonly<Record<PermissionMode, { readonly name: string; readonly description: string }>> = {
  ask: { name: "Ask", description: "Ask before edits and commands" },
  accept_edits: { name: "Accept edits", description: "Edit files without asking; ask for everything else" },
  plan: { name: "Plan", description: "Explore and write a plan without changes" },
  full: { name: "Full access", description: "Do everything without asking" },
};

export function modeState(state: AgentState | undefined, chosen: string | null): SessionModeState {
  const known = state === undefined || state.modes.length === 0 ? null : state.modes;
  return {
    currentModeId: state?.currentModeId ?? chosen ?? "ask",
    availableModes: (known ?? permissionModes.map((id) => ({ id, ...modes[id] }))).map(
      ({ id, name, description }) => ({ id, name, ...defined({ description }) }),
    ),
  };
}

export function configOptions(
  agents: readonly AgentInfo[],
  agentId: string | null,
  state: AgentState | undefined,
  mode: SessionModeState,
): SessionConfigOption[] {
  const usable = agents.filter(({ available, id }) => available || id === agentId);
  const options: SessionConfigOption[] = [
    {
      ...{ id: "mode", name: "Mode", category: "mode", type: "select", currentValue: mode.currentModeId },
      options: mode.availableModes.map(({ id, name, description }) => ({
        ...{ value: id, name },
        ...defined({ description }),
      })),
    },
    {
      ...{ id: "agent", name: "Agent", description: "The agent for this session", type: "select" },
      currentValue: agentId ?? "",
      options: usable.map(({ id, backend, version }) => ({
        ...{ value: id, name: id },
        description: version === undefined ? backend : `${backend} ${version}`,
      })),
    },
  ];
  if (state === undefined || state.models.length === 0) return options;
  const model: SessionConfigOption = {
    ...{ id: "model", name: "Model", category: "model", type: "select" },
    currentValue: state.currentModelId ?? state.models[0]?.id ?? "",
    options: state.models.map(({ id, name }) => ({ value: id, name })),
  };
  return [...options, model];
}
