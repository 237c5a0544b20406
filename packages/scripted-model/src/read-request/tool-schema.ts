import type { Schema } from "../conversation.ts";

/** A schema from a request. Each field is read separately and ignored if it is invalid. */
export function schemaOf(value: unknown): Schema {
  if (typeof value !== "object" || value === null) return {};
  const { type, properties, required, items, enum: choices, description } = value as Record<string, unknown>;
  return {
    ...(type === undefined ? {} : { type }),
    ...(typeof properties === "object" && properties !== null
      ? {
          properties: Object.fromEntries(
            Object.entries(properties).map(([name, field]) => [name, schemaOf(field)]),
          ),
        }
      : {}),
    ...(Array.isArray(required)
      ? { required: required.filter((name): name is string => typeof name === "string") }
      : {}),
    ...(items === undefined ? {} : { items: schemaOf(items) }),
    ...(Array.isArray(choices) ? { enum: choices } : {}),
    ...(description === undefined ? {} : { description }),
  };
}
