import { defined, errorStatus, isVerbatim, type Route, wireName } from "@polylog/core";
import { z } from "zod";
import { KEY_HEADER } from "./auth/credentials.ts";

/** The subset of JSON schema that the routes use. */
export interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
  readonly description?: string;
}

export interface Content {
  readonly description?: string;
  readonly content?: Readonly<Record<string, { readonly schema?: JsonSchema }>>;
}

interface Parameter {
  readonly name: string;
  readonly in: "path" | "query";
  readonly required: boolean;
  readonly description?: string;
  readonly schema: JsonSchema;
}

export interface Operation {
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: Content;
  readonly responses: Readonly<Record<string, Content>>;
}

/** The OpenAPI document, generated from the schemas that validate requests. */
export interface ApiDocument {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly components: {
    readonly securitySchemes: Readonly<Record<string, object>>;
    readonly schemas: Readonly<Record<string, JsonSchema>>;
  };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

/** Created on first use to keep the start fast. */
export function documentOf(routes: readonly Route[], version: string): () => ApiDocument {
  let made: ApiDocument | null = null;
  return () => {
    made ??= describe(routes, version);
    return made;
  };
}

/** The body of every error response. */
export const errorBody = z
  .object({
    error: z.object({
      code: z.enum(Object.keys(errorStatus) as [string, ...string[]]),
      message: z.string(),
      retryable: z.boolean(),
      details: z.record(z.string(), z.unknown()),
    }),
  })
  .meta({ id: "Error" });

function describe(routes: readonly Route[], version: string): ApiDocument {
  const named: Record<string, JsonSchema> = {};
  const operations = Map.groupBy(routes, ({ path }) => path);
  const paths = [...operations].map(([path, members]) => [
    path,
    Object.fromEntries(members.map((route) => [route.method, describeRoute(route, named)])),
  ]);
  return {
    openapi: "3.1.0",
    info: { title: "Polylog", version, description: "One log for every coding agent." },
    components: {
      securitySchemes: {
        bearer: { type: "http", scheme: "bearer" },
        cookie: { type: "apiKey", in: "cookie", name: "polylog_<port>" },
        originKey: { type: "apiKey", in: "header", name: KEY_HEADER },
      },
      schemas: named,
    },
    paths: Object.fromEntries(paths),
  };
}

function describeRoute(route: Route, named: Record<string, JsonSchema>): Operation {
  const { role, group, summary, params, query, body, result, type, status = 200 } = route;
  const errors = [...(route.errors ?? []), ...(namesFolder(route) ? (["folder_not_allowed"] as const) : [])];
  const statuses = Map.groupBy(errors, (code) => errorStatus[code]);
  const parameters = [...parametersOf("path", params, named), ...parametersOf("query", query, named)];
  const refusal = (description: string) =>
    content(description, "application/json", schemaOf(errorBody, named));
  return {
    summary,
    tags: [group],
    description: role === "open" ? "No authentication required." : `Requires the role \`${role}\` or higher.`,
    security: role === "open" ? [] : [{ bearer: [] }, { cookie: [], originKey: [] }],
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: { content: { "application/json": { schema: schemaOf(body, named) } } } }),
    responses: {
      [status]: content("Success.", type ?? "application/json", schemaOf(result, named)),
      ...Object.fromEntries([...statuses].map(([code, codes]) => [code, refusal(codes.join(", "))])),
      default: refusal("Error."),
    },
  };
}

function content(description: string, type: string, schema: JsonSchema): Content {
  return { description, content: { [type]: { schema } } };
}

function parametersOf(
  place: Parameter["in"],
  schema: z.ZodType | undefined,
  named: Record<string, JsonSchema>,
): readonly Parameter[] {
  if (schema === undefined) return [];
  const { properties = {}, required = [] } = schemaOf(schema, named);
  return Object.entries(properties).map(([name, field]) => ({
    schema: field,
    required: required.includes(name),
    ...defined({ description: field.description }),
    name,
    in: place,
  }));
}

function namesFolder({ query, body, picksRows }: Route): boolean {
  const parts = [query, body].filter((part) => part instanceof z.ZodObject);
  return !picksRows && parts.some(({ shape }) => "projectRoot" in shape);
}

type Json = Record<string, unknown>;

/** The schema as on the wire. Schemas with an id are added to the named ones. */
function schemaOf(schema: z.ZodType, named: Record<string, JsonSchema>): JsonSchema {
  const made = z.toJSONSchema(z.object({ schema }), {
    io: "input",
    unrepresentable: "any",
    override: ({ zodSchema, jsonSchema }) => {
      renameFields(zodSchema, jsonSchema);
      const { def } = zodSchema._zod;
      // A default makes a field optional, even if a transform of the query's text follows.
      if (def.type === "default")
        jsonSchema.default = def.defaultValue as z.core.JSONSchema.BaseSchema["default"];
    },
  });
  const { $defs = {}, properties } = shorten(made) as {
    readonly $defs?: Readonly<Record<string, JsonSchema & { readonly id?: string }>>;
    readonly properties: { readonly schema: JsonSchema };
  };
  for (const [name, { id: _, ...definition }] of Object.entries($defs)) named[name] = definition;
  return properties.schema;
}

function renameFields(schema: z.core.$ZodType, json: z.core.JSONSchema.BaseSchema): void {
  const { properties, required = [] } = json;
  if (properties === undefined) return;
  const toName = isVerbatim(schema) ? (name: string) => name : wireName;
  json.properties = Object.fromEntries(
    Object.entries(properties).map(([name, field]) => [toName(name), field]),
  );
  // A field that accepts anything can be absent too.
  const needed = required.filter((name) => !isAnything(properties[name]));
  if (needed.length === 0) delete json.required;
  else json.required = needed.map(toName);
}

function isAnything(json: z.core.JSONSchema._JSONSchema | undefined): boolean {
  return typeof json === "object" && Object.keys(json).every((key) => key === "description");
}

/** References to the document's components, and the short forms that client generators handle best. */
function shorten(json: unknown): unknown {
  if (Array.isArray(json)) return json.map(shorten);
  if (typeof json !== "object" || json === null) return json;
  const { propertyNames: _, contentEncoding, pattern, format, const: only, ...rest } = json as Json;
  const made: Json = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, shorten(value)]));
  // The pattern of base64 would be run on many megabytes.
  if (contentEncoding === undefined) Object.assign(made, pattern && { pattern }, format && { format });
  if (only !== undefined) made.enum = [only];
  if (typeof made.$ref === "string") made.$ref = made.$ref.replace("#/$defs/", "#/components/schemas/");
  if (made.minimum === Number.MIN_SAFE_INTEGER) delete made.minimum;
  if (made.maximum === Number.MAX_SAFE_INTEGER) delete made.maximum;
  return shortenNullable(made);
}

/** `anyOf: [text, null]` as `type: ["string", "null"]`. */
function shortenNullable({ anyOf, ...rest }: Json): Json {
  const [inner, none, ...others] = (Array.isArray(anyOf) ? anyOf : []) as Json[];
  const isNullable = none?.type === "null" && others.length === 0 && typeof inner?.type === "string";
  if (!isNullable) return anyOf === undefined ? rest : { ...rest, anyOf };
  const { type, enum: values, ...more } = inner;
  return {
    ...more,
    type: [type, "null"],
    ...(Array.isArray(values) && { enum: [...values, null] }),
    ...rest,
  };
}
