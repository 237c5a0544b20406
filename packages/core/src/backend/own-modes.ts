import type { PermissionMode } from "./backend.ts";

/** Known modes of agent programs. */

/** Some agents name the modes that ACP describes by their URL. */
export const acpModes = "https://agentclientprotocol.com/protocol/session-modes#";

/** Names of planning modes, most specific first. */
export const planningModes: readonly string[] = ["plan", "planning", "architect", `${acpModes}plan`];

export function isPlanningMode(modeId: string): boolean {
  return planningModes.includes(modeId.toLowerCase());
}

/** Modes in which programs are known not to ask, with the equivalent permission mode. */
const widerModes: Readonly<Record<string, PermissionMode>> = {
  ...{ accept_edits: "accept_edits", acceptedits: "accept_edits", "accept-edits": "accept_edits" },
  ...{ auto_edit: "accept_edits", autoedit: "accept_edits", "auto-edit": "accept_edits" },
  ...{ auto: "accept_edits", "workspace-write": "accept_edits" },
  ...{ full: "full", "full-access": "full", "agent-full-access": "full", "danger-full-access": "full" },
  ...{ bypasspermissions: "full", dontask: "full", yolo: "full", autopilot: "full" },
};

/** The actions that a program does not ask about in one of its modes, or in one of Polylog's; null if unknown. */
export function accessIn(modeId: string): PermissionMode | null {
  const name = modeId.toLowerCase().replace(acpModes, "");
  return Object.hasOwn(widerModes, name) ? (widerModes[name] ?? null) : null;
}
