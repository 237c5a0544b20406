import type { PermissionOption } from "../events/permission.ts";

/**
 * What a person can answer to a permission, the same for every agent. A lasting answer makes a rule of the server, which
 * can be listed and removed; the agent's program is only ever told about the one call. A rule that a program kept for
 * itself would be policy that nobody sees.
 */
export const permissionOptions: readonly PermissionOption[] = [
  { optionId: "allow_once", kind: "allow_once", name: "Allow once" },
  { optionId: "allow_session", kind: "allow_session", name: "Allow in this session" },
  { optionId: "allow_project", kind: "allow_project", name: "Allow in this project" },
  { optionId: "allow_always", kind: "allow_always", name: "Always allow" },
  { optionId: "reject_once", kind: "reject_once", name: "Reject" },
  { optionId: "reject_always", kind: "reject_always", name: "Always reject" },
];

/** Whether choosing an option makes a rule. */
export function makesRule({ kind }: PermissionOption): boolean {
  return kind !== "allow_once" && kind !== "reject_once";
}
