import type { OpenAPIHono, RouteConfig } from "@hono/zod-openapi";
import { z } from "zod";
import { errorStatus } from "../errors.ts";
import { KEY_HEADER } from "./auth/credentials.ts";
import type { Route } from "./routes/define.ts";

/** The description that other programs read, made of the very schemas that check requests. */
export type ApiDocument = ReturnType<OpenAPIHono["getOpenAPI31Document"]>;

/** Made, and the maker loaded, when it is first asked for: a start need not wait for it. */
export function documentOf(routes: readonly Route[], version: string): () => Promise<ApiDocument> {
  let made: Promise<ApiDocument> | null = null;
  return () => {
    made ??= describe(routes, version);
    return made;
  };
}

async function describe(routes: readonly Route[], version: string): Promise<ApiDocument> {
  const { OpenAPIHono } = await import("@hono/zod-openapi");
  const described = new OpenAPIHono();
  const registry = described.openAPIRegistry;
  for (const route of routes) registry.registerPath(describeRoute(route));
  registry.registerComponent("securitySchemes", "bearer", { type: "http", scheme: "bearer" });
  registry.registerComponent("securitySchemes", "cookie", {
    type: "apiKey",
    in: "cookie",
    name: "polylog_<port>",
  });
  registry.registerComponent("securitySchemes", "originKey", {
    type: "apiKey",
    in: "header",
    name: KEY_HEADER,
  });
  return described.getOpenAPI31Document({
    openapi: "3.1.0",
    info: { title: "Polylog", version, description: "One log for every coding agent." },
  });
}

const problem = z
  .object({
    error: z.object({
      code: z.enum(Object.keys(errorStatus) as [string, ...string[]]),
      message: z.string(),
      retryable: z.boolean(),
      details: z.record(z.string(), z.unknown()),
    }),
  })
  .meta({ id: "Error" });

function describeRoute(route: Route): RouteConfig {
  const { method, path, role, group, summary, params, query, body, result, type, status = 200 } = route;
  const errors = [...(route.errors ?? []), ...(namesFolder(route) ? (["folder_not_allowed"] as const) : [])];
  const statuses = Map.groupBy(errors, (code) => errorStatus[code]);
  return {
    method,
    path,
    summary,
    tags: [group],
    description: role === "open" ? "Open to all." : `For the role \`${role}\` and those above it.`,
    security: role === "open" ? [] : [{ bearer: [] }, { cookie: [], originKey: [] }],
    request: {
      ...(params && { params: params as z.ZodObject }),
      ...(query && { query: query as z.ZodObject }),
      ...(body && { body: { content: { "application/json": { schema: body } } } }),
    },
    responses: {
      [status]: { description: "Done.", content: { [type ?? "application/json"]: { schema: result } } },
      ...Object.fromEntries([...statuses].map(([code, codes]) => [code, refusal(codes.join(", "))])),
      default: refusal("Refused."),
    },
  };
}

function namesFolder({ query, body, picksRows }: Route): boolean {
  const parts = [query, body].filter((part) => part instanceof z.ZodObject);
  return !picksRows && parts.some(({ shape }) => "project_root" in shape);
}

function refusal(description: string) {
  return { description, content: { "application/json": { schema: problem } } };
}
