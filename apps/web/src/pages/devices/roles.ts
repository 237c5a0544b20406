import type { Role } from "@polylog/client";

/** What a device may do, the least first: each may also do what those before it may. */
export const roleNames: Readonly<Record<Role, { readonly name: string; readonly about: string }>> = {
  viewer: { name: "Viewer", about: "Looks on" },
  prompter: { name: "Prompter", about: "Writes to agents and stops them" },
  approver: { name: "Approver", about: "Answers what agents ask" },
  owner: { name: "Owner", about: "Settings, devices, everything" },
};

export const roleIds = Object.keys(roleNames) as readonly Role[];
