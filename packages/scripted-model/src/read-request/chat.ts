import { z } from "zod";
import type { ModelRequest, Turn } from "../conversation.ts";
import { checked } from "./bad-request.ts";
import { schemaOf } from "./tool-schema.ts";

const part = z.looseObject({ type: z.string(), text: z.string().optional() });
const content = z.union([z.string(), z.array(part)]).nullish();
type Content = z.infer<typeof content>;

const message = z.looseObject({
  role: z.enum(["system", "developer", "user", "assistant", "tool", "function"]),
  content,
  tool_calls: z
    .array(z.looseObject({ id: z.string(), function: z.looseObject({ name: z.string() }).optional() }))
    .nullish(),
  tool_call_id: z.string().optional(),
});

const body = z.looseObject({
  model: z.string(),
  messages: z.array(message).min(1),
  tools: z
    .array(
      z.looseObject({
        type: z.string(),
        function: z
          .looseObject({
            name: z.string(),
            description: z.string().nullish(),
            parameters: z.unknown().optional(),
          })
          .optional(),
      }),
    )
    .nullish(),
  stream: z.boolean().nullish(),
  stream_options: z.looseObject({ include_usage: z.boolean().nullish() }).nullish(),
  max_tokens: z.number().nullish(),
  max_completion_tokens: z.number().nullish(),
  response_format: z
    .looseObject({
      type: z.string(),
      json_schema: z.looseObject({ schema: z.unknown().optional() }).optional(),
    })
    .nullish(),
});

/** Reads a request to the Chat Completions API. */
export function readChat(value: unknown): ModelRequest {
  const read = checked(body, value);
  const format = read.response_format;
  return {
    api: "chat",
    model: read.model,
    system: read.messages
      .flatMap(({ role, content }) => (role === "system" || role === "developer" ? textsOf(content) : []))
      .join("\n"),
    turns: read.messages.flatMap(turnsOf),
    tools: (read.tools ?? []).flatMap((tool) =>
      tool.function === undefined
        ? []
        : [
            {
              name: tool.function.name,
              description: tool.function.description ?? "",
              schema: schemaOf(tool.function.parameters),
              freeform: false,
            },
          ],
    ),
    stream: read.stream ?? false,
    maxTokens: read.max_completion_tokens ?? read.max_tokens ?? null,
    outputSchema: format?.type === "json_schema" ? schemaOf(format.json_schema?.schema) : null,
    streamUsage: read.stream_options?.include_usage ?? false,
    cached: true,
    sealedReasoning: false,
  };
}

function turnsOf(read: z.infer<typeof message>): Turn[] {
  const texts = textsOf(read.content);
  switch (read.role) {
    case "user":
      return [{ role: "user", texts, images: imagesIn(read.content), results: [] }];
    case "tool":
    case "function": {
      const result = { callId: read.tool_call_id ?? "", text: texts.join("\n"), failed: false };
      return [{ role: "user", texts: [], images: 0, results: [result] }];
    }
    case "assistant": {
      const calls = (read.tool_calls ?? []).map(({ id, function: called }) => ({
        id,
        name: called?.name ?? "",
      }));
      return [{ role: "assistant", texts, calls }];
    }
    default:
      return [];
  }
}

function textsOf(value: Content): string[] {
  if (typeof value === "string") return value === "" ? [] : [value];
  return (value ?? []).flatMap(({ type, text }) => (type === "text" && text !== undefined ? [text] : []));
}

function imagesIn(value: Content): number {
  return Array.isArray(value) ? value.filter(({ type }) => type === "image_url").length : 0;
}
