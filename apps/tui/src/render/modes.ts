import { type PermissionMode, permissionModes } from "@polylog/core";

/** The permission modes as people know them. */
export const modeNames: Readonly<Record<PermissionMode, { readonly name: string; readonly detail: string }>> =
  {
    ask: { name: "Ask", detail: "every change and command waits for you" },
    accept_edits: { name: "Accept edits", detail: "edits go through, commands wait for you" },
    plan: { name: "Plan", detail: "looks and plans, changes nothing" },
    full: { name: "Full access", detail: "nothing waits but questions and plans" },
  };

export function modeName(mode: string): string {
  return permissionModes.some((known) => known === mode) ? modeNames[mode as PermissionMode].name : mode;
}

export function nextMode(mode: string | null): PermissionMode {
  const at = permissionModes.indexOf(mode as PermissionMode);
  return permissionModes[(at + 1) % permissionModes.length] ?? "ask";
}
