import { type PermissionMode, permissionModes } from "../backend/backend.ts";
import type { AgentState } from "../events/session.ts";

/** The names and descriptions of the permission modes. */
export const modeNames: Readonly<Record<PermissionMode, { readonly name: string; readonly detail: string }>> =
  {
    ask: { name: "Ask", detail: "Asks before every change and command" },
    accept_edits: { name: "Accept edits", detail: "Edits without asking, asks before commands" },
    plan: { name: "Plan", detail: "Reads and plans, changes nothing" },
    full: { name: "Full access", detail: "Runs everything; only questions and plans wait for you" },
  };

export function isPermissionMode(mode: string | null | undefined): mode is PermissionMode {
  return permissionModes.some((known) => known === mode);
}

export function modeName(mode: string): string {
  return isPermissionMode(mode) ? modeNames[mode].name : mode;
}

/** An unknown mode counts as "ask". */
export function nextMode(mode: string | null): PermissionMode {
  const at = permissionModes.indexOf((mode ?? "ask") as PermissionMode);
  return permissionModes[(at + 1) % permissionModes.length] ?? "ask";
}

/** An agent's current modes: the permission mode, and its own mode. Null if neither is known. */
export function modeLabel(
  agent: Pick<AgentState, "modes" | "currentModeId" | "permissionMode">,
): string | null {
  const { modes, currentModeId, permissionMode } = agent;
  const own = currentModeId === permissionMode ? null : currentModeId;
  const ownName = modes.find(({ id }) => id === own)?.name ?? own;
  const names = [permissionMode === null ? null : modeNames[permissionMode].name, ownName];
  return names.filter((name) => name !== null).join(" · ") || null;
}
