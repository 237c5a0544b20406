import type { Role } from "@polylog/client";

/** What a device may do, the least first: each may also do what those before it may. */
export const roleNames: Readonly<Record<Role, { readonly name: string; readonly about: string }>> = {
  viewer: { name: "Viewer", about: "Watches sessions, without project files" },
  prompter: { name: "Prompter", about: "Messages agents, stops them, and opens project files" },
  approver: { name: "Approver", about: "Answers permissions, rewinds, and manages everybody’s queue" },
  owner: { name: "Owner", about: "Settings, devices, everything" },
};
