import { type PermissionMode, permissionModes } from "../backend/backend.ts";

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
