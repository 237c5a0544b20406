/** The roles of devices. Each role includes the previous ones. */
export const roles = ["viewer", "prompter", "approver", "owner"] as const;
export type Role = (typeof roles)[number];

/** The role that a route requires; "open" requires none and is all that an unauthenticated client has. */
export type Access = "open" | Role;

/** Roles that some uses of a route require in addition to the route's own role. */
export const roleFor = {
  /** To edit, move, send or remove another device's queued message. */
  othersQueuedMessage: "approver",
  /** To set a session's mode, which can allow calls that would otherwise ask. */
  sessionMode: "approver",
} as const satisfies Readonly<Record<string, Role>>;

const ranks: Readonly<Record<Access, number>> = { open: 0, viewer: 1, prompter: 2, approver: 3, owner: 4 };

export function mayUse(has: Access, needs: Access): boolean {
  return ranks[has] >= ranks[needs];
}
