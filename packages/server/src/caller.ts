import type { Access, Actor } from "@polylog/core";

/** The person who makes a request, identified by their device and its role. */
export interface Caller {
  readonly id: string;
  readonly name: string;
  readonly role: Access;
}

/** The caller as an actor in the log. */
export function callerActor({ id, name, role }: Caller): Actor {
  return { kind: "user", id, name, ...(role === "open" ? {} : { role }) };
}
