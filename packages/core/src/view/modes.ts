import { type PermissionMode, permissionModes } from "../backend/backend.ts";
import type { AgentState } from "../events/session.ts";

/** The permission modes as people know them. */
export const modeNames: Readonly<Record<PermissionMode, { readonly name: string; readonly detail: string }>> =
  {
    ask: { name: "Ask", detail: "Every change and command waits for you" },
    accept_edits: { name: "Accept edits", detail: "Edits go through, commands wait for you" },
    plan: { name: "Plan", detail: "Looks and plans, changes nothing" },
    full: { name: "Full access", detail: "Nothing waits but questions and plans" },
  };

export function isPermissionMode(mode: string | null | undefined): mode is PermissionMode {
  return permissionModes.some((known) => known === mode);
}

export function modeName(mode: string): string {
  return isPermissionMode(mode) ? modeNames[mode].name : mode;
}

/** Nothing said about it is asking. */
export function nextMode(mode: string | null): PermissionMode {
  const at = permissionModes.indexOf((mode ?? "ask") as PermissionMode);
  return permissionModes[(at + 1) % permissionModes.length] ?? "ask";
}

/** How an agent is set: what it may do unasked, and the mode of its own that it is in. Null where nothing is known. */
export function modeLabel(
  agent: Pick<AgentState, "modes" | "currentModeId" | "permissionMode">,
): string | null {
  const { modes, currentModeId, permissionMode } = agent;
  const own = currentModeId === permissionMode ? null : currentModeId;
  const ownName = modes.find(({ id }) => id === own)?.name ?? own;
  const names = [permissionMode === null ? null : modeNames[permissionMode].name, ownName];
  return names.filter((name) => name !== null).join(" · ") || null;
}
