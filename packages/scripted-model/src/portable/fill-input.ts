import type { Schema } from "../conversation.ts";

export type Values = Readonly<Record<string, unknown>>;

/**
 * Creates an object for a schema: the values it has properties for, and sample values for other required properties. A
 * schema without properties accepts the values in `bare`.
 */
export function fill(schema: Schema, values: Values, bare: Values): Record<string, unknown> {
  const properties = schema.properties;
  if (properties === undefined || Object.keys(properties).length === 0) return { ...bare };
  const filled: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(values)) {
    if (Object.hasOwn(properties, name)) filled[name] = value;
  }
  for (const name of schema.required ?? []) {
    if (!Object.hasOwn(filled, name)) filled[name] = sampleValue(properties[name] ?? {}, name);
  }
  return filled;
}

/** A sample value that the schema allows. */
export function sampleValue(schema: Schema, name = "value"): unknown {
  if (schema.enum !== undefined && schema.enum.length > 0) return schema.enum[0];
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  switch (type) {
    case "boolean":
      return false;
    case "number":
    case "integer":
      return 1;
    case "array":
      return [];
    case "null":
      return null;
    case "object":
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([field, inner]) => [field, sampleValue(inner, field)]),
      );
    default:
      return type === undefined && schema.properties !== undefined
        ? sampleValue({ ...schema, type: "object" }, name)
        : `scripted ${name}`;
  }
}

/** A value under each common name of a property. */
export function named(names: readonly string[], value: unknown): Values {
  return Object.fromEntries(names.map((name) => [name, value]));
}
