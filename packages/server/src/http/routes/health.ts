import { z } from "zod";
import { PolylogError } from "../../errors.ts";
import { defineRoute, WithStatus } from "./define.ts";

const getHealth = defineRoute({
  method: "get",
  path: "/api/health",
  role: "open",
  group: "server",
  summary: "Whether the server is well; 503 while it is not",
  result: z.object({ ok: z.boolean(), version: z.string() }),
  errors: ["degraded"],
  handle: (_, { service, who }) => {
    const { ok, version, reason } = service.health();
    if (ok) return { ok, version };
    // Why is for those who were let in: it may name files.
    const told = who.role === "open" ? undefined : reason;
    const error = new PolylogError("degraded", told ?? "The server is not well at the moment.");
    return new WithStatus(error.status, { ok, version, ...error.toJSON() });
  },
});

export const healthRoutes = [getHealth];
