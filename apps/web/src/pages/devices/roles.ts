import type { Role } from "@polylog/client";

/** The roles of a device. Each one includes the permissions of all earlier ones. */
export const roleNames: Readonly<Record<Role, { readonly name: string; readonly about: string }>> = {
  viewer: { name: "Viewer", about: "Can view sessions, but no project files" },
  prompter: { name: "Prompter", about: "Can also message and stop agents, and open project files" },
  approver: { name: "Approver", about: "Can also answer permissions, rewind, and manage everyone’s queue" },
  owner: { name: "Owner", about: "Can do everything, including settings and devices" },
};
