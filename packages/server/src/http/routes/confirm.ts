import { type PermissionMode, plural } from "@polylog/core";
import type { NeedsConfirmation } from "../auth/confirmations.ts";

/** The confirmation questions, as people read them. */

export const FULL_ACCESS: PermissionMode = "full";

export function fullAccess(what: string, who: string): NeedsConfirmation {
  return {
    action: "full_access",
    text: `Give ${what} full access? ${who} will run every command without asking.`,
  };
}

export function ownerDevice(device: string): NeedsConfirmation {
  return {
    action: "owner_device",
    text: `Make ${device} an owner? An owner can change everything, including devices and settings.`,
  };
}

/** `selected`: how many rules, devices and other policies of the backup are restored. */
export function restoreQuestion(file: string, selected: number): string {
  const question = `Replace the whole log with the backup ${file}? All runs stop. The current log is kept next to the new one.`;
  if (selected === 0) return question;
  const policies = plural(
    selected,
    "selected rule, device or setting is",
    "selected rules, devices or settings are",
  );
  return `${question} ${policies} restored too.`;
}

export function importQuestion(file: string, projectRoot: string): string {
  return `Import ${file} as a new session in ${projectRoot}? Agents will read its content.`;
}

/** Configured agents that run everything without asking. The configuration is not validated yet. */
export function agentsWithFullAccess(settings: unknown): readonly string[] {
  const agents = (settings as { agents?: unknown } | null)?.agents;
  if (typeof agents !== "object" || agents === null) return [];
  return Object.entries(agents).flatMap(([agentId, agent]) =>
    (agent as { permission_mode?: unknown } | null)?.permission_mode === FULL_ACCESS ? [agentId] : [],
  );
}
