import type { z } from "zod";
import { PolylogError } from "../errors.ts";
import type { Identity } from "./auth/auth.ts";
import { mayUse } from "./auth/roles.ts";
import type { Route, RouteContext } from "./routes/define.ts";
import { badInput } from "./to-error.ts";

export interface RawInput {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
}

export function checkRole(who: Identity, route: Route): void {
  if (mayUse(who.role, route.role)) return;
  throw new PolylogError("not_allowed", `This needs the role ${route.role}; this device is a ${who.role}.`, {
    role: who.role,
    needs: route.role,
  });
}

/** Checks role and input and runs the handler: the same for a request and for a command on a socket. */
export async function invoke(route: Route, raw: RawInput, context: RouteContext): Promise<unknown> {
  checkRole(context.who, route);
  const input = {
    params: check("path", route.params, raw.params),
    query: check("query", route.query, raw.query),
    body: check("body", route.body, raw.body),
  };
  return route.handle(input, context);
}

function check(part: string, schema: z.ZodType | undefined, value: unknown): unknown {
  if (schema === undefined) return undefined;
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw badInput(part, parsed.error);
  return parsed.data;
}
