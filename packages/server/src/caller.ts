import type { Access, Actor } from "@polylog/core";

/** Who calls: a person, known by their device and its role. */
export interface Caller {
  readonly id: string;
  readonly name: string;
  readonly role: Access;
}

/** A caller as the log records them. */
export function callerActor({ id, name, role }: Caller): Actor {
  return { kind: "user", id, name, ...(role === "open" ? {} : { role }) };
}
