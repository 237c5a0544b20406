import type { Actor } from "@polylog/core";
import type { Caller } from "./service.ts";

/** A caller as the log records them. */
export function callerActor({ id, name, role }: Caller): Actor {
  return { kind: "user", id, name, ...(role === "open" ? {} : { role }) };
}
