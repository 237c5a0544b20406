import { mayUse } from "@polylog/core";
import { z } from "zod";
import { PolylogError } from "../errors.ts";
import type { Identity } from "./auth/auth.ts";
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
  // A socket's message is path, query and body in one; a stranger is told as little as can be.
  if (context.exchange !== null && route.role !== "open") refuseUnknown(route.body, raw.body);
  const params = check("path", route.params, raw.params);
  const query = check("query", route.query, raw.query);
  const body = check("body", route.body, raw.body);
  const input = route.picksRows
    ? { params, query, body }
    : { params, query: await inProject(query, context), body: await inProject(body, context) };
  await checkConfirmed(route, input, context);
  return route.handle(input, context);
}

async function checkConfirmed(
  route: Route,
  input: Parameters<Route["handle"]>[0],
  context: RouteContext,
): Promise<void> {
  const needs = await route.confirm?.(input, context);
  if (needs === undefined || needs === null) return;
  const { confirmations, confirmation, who } = context;
  const request = { deviceId: who.id, route: `${route.method} ${route.path}`, input };
  confirmations.require(needs, request, confirmation);
}

/** What names a project goes on with the folder's real path: a link in its place must not lead elsewhere later. */
async function inProject(part: unknown, { services, who }: RouteContext): Promise<unknown> {
  const root = (part as { project_root?: string } | null | undefined)?.project_root;
  if (root === undefined) return part;
  return { ...(part as object), project_root: await services.projectAccess.open(root, who.role === "owner") };
}

/** A misspelt field would be as if it were not there: a message would lose the id that it is known by. */
function refuseUnknown(schema: z.ZodType | undefined, body: unknown): void {
  if (!(schema instanceof z.ZodObject) || typeof body !== "object" || body === null) return;
  const unknown = Object.keys(body).find((name) => !Object.hasOwn(schema.shape, name));
  if (unknown === undefined) return;
  const known = Object.keys(schema.shape).join(", ");
  throw new PolylogError("bad_request", `body.${unknown}: is not known here. There are: ${known}.`);
}

function check(part: string, schema: z.ZodType | undefined, value: unknown): unknown {
  if (schema === undefined) return undefined;
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw badInput(part, parsed.error);
  return parsed.data;
}
