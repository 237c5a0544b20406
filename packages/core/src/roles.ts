/** What a device may do. Each role includes the ones before it. */
export const roles = ["viewer", "prompter", "approver", "owner"] as const;
export type Role = (typeof roles)[number];

/** The role that a route requires; "open" requires none, and is all that a stranger has. */
export type Access = "open" | Role;

/** What some uses of a route need beside the route's own role. */
export const roleFor = {
  /** To edit, move, send or remove a queued message of another device. */
  othersQueuedMessage: "approver",
  /** To set a session's mode, which can allow beforehand what would be asked for. */
  sessionMode: "approver",
} as const satisfies Readonly<Record<string, Role>>;

const ranks: Readonly<Record<Access, number>> = { open: 0, viewer: 1, prompter: 2, approver: 3, owner: 4 };

export function mayUse(has: Access, needs: Access): boolean {
  return ranks[has] >= ranks[needs];
}
