import type { PermissionMode } from "./backend.ts";

/** What is known of the modes that agent programs have of their own. */

/** Some agents name the modes that ACP describes by their address. */
export const acpModes = "https://agentclientprotocol.com/protocol/session-modes#";

/** Names of planning, the surest first. */
export const planningModes: readonly string[] = ["plan", "planning", "architect", `${acpModes}plan`];

export function isPlanningMode(modeId: string): boolean {
  return planningModes.includes(modeId.toLowerCase());
}

/** Modes in which programs are known not to ask, by the permission mode that this comes to. */
const widerModes: Readonly<Record<string, PermissionMode>> = {
  ...{ accept_edits: "accept_edits", acceptedits: "accept_edits", "accept-edits": "accept_edits" },
  ...{ auto_edit: "accept_edits", autoedit: "accept_edits", "auto-edit": "accept_edits" },
  ...{ auto: "accept_edits", "workspace-write": "accept_edits" },
  ...{ full: "full", "full-access": "full", "agent-full-access": "full", "danger-full-access": "full" },
  ...{ bypasspermissions: "full", dontask: "full", yolo: "full", autopilot: "full" },
};

/** What a program does without asking in one of its modes, or in one of ours; null where that is not known. */
export function accessIn(modeId: string): PermissionMode | null {
  const name = modeId.toLowerCase().replace(acpModes, "");
  return Object.hasOwn(widerModes, name) ? (widerModes[name] ?? null) : null;
}
