import { z } from "zod";
import type { AgentTool } from "../tools/tool.ts";
import { cacheMark } from "./load-model.ts";
import type { ModelMessage, ToolDefinition } from "./types.ts";

/** The messages for the model: the system prompt, then alternating messages. */
export function promptOf(system: string, messages: readonly ModelMessage[]): ModelMessage[] {
  const turns: ModelMessage[] = [];
  for (const message of messages) {
    const last = turns.at(-1);
    if (message.role === "user" && last?.role === "user") {
      turns[turns.length - 1] = { ...last, content: [...last.content, ...message.content] };
    } else turns.push(message);
  }
  const last = turns.pop();
  const marked = last === undefined ? [] : [{ ...last, providerOptions: cacheMark }];
  return [{ role: "system", content: system, providerOptions: cacheMark }, ...turns, ...marked];
}

const schemas = new WeakMap<z.ZodType, object>();

export function definitionOf({ name, description, input, inputSchema }: AgentTool): ToolDefinition {
  let schema = inputSchema as object | undefined;
  schema ??= schemas.get(input);
  if (schema === undefined) {
    const { $schema: _, ...made } = z.toJSONSchema(input, { io: "input", unrepresentable: "any" });
    schema = made;
    schemas.set(input, schema);
  }
  // A strict schema would have to mark every field as required.
  const inputSchemaOfCall = schema as ToolDefinition["inputSchema"];
  return { type: "function", name, description, inputSchema: inputSchemaOfCall, strict: false };
}
