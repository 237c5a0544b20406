import type { Caller } from "../../src/caller.ts";

/** The owner's own device, for tests that call the service directly. */
export const owner: Caller = { id: "owner", name: "owner", role: "owner" };
