import type { Tool } from "../src/conversation.ts";

/** An offered tool. Its properties are strings by default. */
export function tool(name: string, properties: Record<string, object | null> = {}, required?: string[]) {
  const filled = Object.fromEntries(
    Object.entries(properties).map(([key, schema]) => [key, schema ?? { type: "string" }]),
  );
  return {
    name,
    schema: { type: "object", properties: filled, required: required ?? Object.keys(properties) },
  };
}

export type Offered = ReturnType<typeof tool>;

export const bash = tool("Bash", { command: null });

export const anthropicTools = (tools: readonly Offered[]) =>
  tools.map(({ name, schema }) => ({ name, description: name, input_schema: schema as never }));
export const chatTools = (tools: readonly Offered[]) =>
  tools.map(({ name, schema }) => ({
    type: "function" as const,
    function: { name, description: name, parameters: schema as never },
  }));
export const responsesTools = (tools: readonly Offered[]) =>
  tools.map(({ name, schema }) => ({
    type: "function" as const,
    name,
    description: name,
    parameters: schema as never,
    strict: false,
  }));

export function offered({ name, schema }: Offered, more: Partial<Tool> = {}): Tool {
  return { name, description: name, schema, freeform: false, ...more };
}
