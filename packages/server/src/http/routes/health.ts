import { z } from "zod";
import { PolylogError } from "../../errors.ts";
import { defineRoute, WithStatus } from "./define.ts";

const getHealth = defineRoute({
  method: "get",
  path: "/api/health",
  role: "open",
  group: "server",
  summary: "Whether the server is well; 503 while it is not",
  result: z.object({
    ok: z.boolean(),
    version: z.string(),
    warnings: z.array(z.string()).optional().describe("What to look at; only for those who were let in."),
  }),
  errors: ["degraded"],
  handle: (_, { services, who }) => {
    const { ok, version, reason, warnings = [] } = services.health();
    // Why is for those who were let in: it may name files.
    const isKnown = who.role !== "open";
    const answer = { ok, version, ...(isKnown && warnings.length > 0 ? { warnings: [...warnings] } : {}) };
    if (ok) return answer;
    const told = isKnown ? reason : undefined;
    const error = new PolylogError("degraded", told ?? "The server is not well at the moment.");
    return new WithStatus(error.status, { ...answer, ...error.toJSON() });
  },
});

export const healthRoutes = [getHealth];
