/** What a device may do. Each role may do all that the ones before it may. */
export const roles = ["viewer", "prompter", "approver", "owner"] as const;
export type Role = (typeof roles)[number];

/** What a route asks for; "open" asks for nothing, and is what a stranger has. */
export type Access = "open" | Role;

const ranks: Readonly<Record<Access, number>> = { open: 0, viewer: 1, prompter: 2, approver: 3, owner: 4 };

export function mayUse(has: Access, needs: Access): boolean {
  return ranks[has] >= ranks[needs];
}
