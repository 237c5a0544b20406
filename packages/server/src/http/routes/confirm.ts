import { type PermissionMode, plural } from "@polylog/core";
import type { NeedsConfirmation } from "../auth/confirmations.ts";

/** What the owner is asked to confirm, as a person reads it. */

export const FULL_ACCESS: PermissionMode = "full";

export function fullAccess(what: string, who: string): NeedsConfirmation {
  return {
    action: "full_access",
    text: `Give ${what} full access? ${who} then runs every command without asking.`,
  };
}

export function ownerDevice(device: string): NeedsConfirmation {
  return {
    action: "owner_device",
    text: `Make ${device} an owner? An owner can change everything, including devices and settings.`,
  };
}

/** `selected`: how many rules, devices and other policies of the backup come back. */
export function restoreQuestion(file: string, selected: number): string {
  const question = `Replace the whole log with the backup ${file}? Runs stop. The current log is kept beside the new one.`;
  if (selected === 0) return question;
  const policies = plural(
    selected,
    "selected rule, device or setting comes",
    "selected rules, devices or settings come",
  );
  return `${question} ${policies} back with it.`;
}

export function importQuestion(file: string, projectRoot: string): string {
  return `Import ${file} as a new session in ${projectRoot}? Agents read what is in it.`;
}

/** Agents of a configuration that run everything unasked. It is not checked yet and may hold anything. */
export function agentsWithFullAccess(settings: unknown): readonly string[] {
  const agents = (settings as { agents?: unknown } | null)?.agents;
  if (typeof agents !== "object" || agents === null) return [];
  return Object.entries(agents).flatMap(([agentId, agent]) =>
    (agent as { permission_mode?: unknown } | null)?.permission_mode === FULL_ACCESS ? [agentId] : [],
  );
}
