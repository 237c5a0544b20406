import { z } from "zod";
import type { ModelRequest, Tool, Turn } from "../conversation.ts";
import { checked } from "./bad-request.ts";
import { schemaOf } from "./tool-schema.ts";

const block = z.looseObject({
  type: z.string(),
  text: z.string().optional(),
  id: z.string().optional(),
  name: z.string().optional(),
  tool_use_id: z.string().optional(),
  is_error: z.boolean().nullish(),
  content: z.unknown().optional(),
});
type Block = z.infer<typeof block>;
const content = z.union([z.string(), z.array(block)]);

const body = z.looseObject({
  model: z.string(),
  max_tokens: z.number().optional(),
  system: content.optional(),
  messages: z.array(z.looseObject({ role: z.enum(["user", "assistant", "system"]), content })).min(1),
  tools: z
    .array(
      z.looseObject({
        name: z.string(),
        description: z.string().optional(),
        input_schema: z.unknown().optional(),
      }),
    )
    .optional(),
  stream: z.boolean().optional(),
  output_config: z.looseObject({ format: z.unknown().optional() }).nullish(),
  output_format: z.unknown().optional(),
});

/** Reads a request to the Messages API. */
export function readAnthropic(value: unknown): ModelRequest {
  const read = checked(body, value);
  const system = [
    ...textsOf(read.system ?? ""),
    ...read.messages.flatMap((message) => (message.role === "system" ? textsOf(message.content) : [])),
  ];
  return {
    api: "anthropic",
    model: read.model,
    system: system.join("\n"),
    turns: read.messages.flatMap(({ role, content }) => (role === "system" ? [] : [turnOf(role, content)])),
    tools: (read.tools ?? []).map(toolOf),
    stream: read.stream ?? false,
    maxTokens: read.max_tokens ?? null,
    outputSchema: formatOf(read.output_config?.format ?? read.output_format),
    streamUsage: true,
    cached: JSON.stringify(value).includes('"cache_control":{'),
    sealedReasoning: false,
  };
}

function turnOf(role: "user" | "assistant", content: string | Block[]): Turn {
  const blocks = typeof content === "string" ? [{ type: "text", text: content }] : content;
  const texts = textsOf(content);
  if (role === "assistant") {
    return {
      role,
      texts,
      calls: blocks.flatMap((block: Block) =>
        block.type === "tool_use" ? [{ id: block.id ?? "", name: block.name ?? "" }] : [],
      ),
    };
  }
  return {
    role,
    texts,
    images: blocks.filter(({ type }) => type === "image").length,
    results: blocks.flatMap((block: Block) =>
      block.type === "tool_result"
        ? [
            {
              callId: block.tool_use_id ?? "",
              text: textsOf(resultContent(block.content)).join("\n"),
              failed: block.is_error === true,
            },
          ]
        : [],
    ),
  };
}

function resultContent(value: unknown): string | Block[] {
  const read = content.safeParse(value ?? "");
  return read.success ? read.data : "";
}

function textsOf(value: string | readonly Block[]): string[] {
  if (typeof value === "string") return value === "" ? [] : [value];
  return value.flatMap(({ type, text }) => (type === "text" && text !== undefined ? [text] : []));
}

function toolOf(tool: { name: string; description?: string | undefined; input_schema?: unknown }): Tool {
  return {
    name: tool.name,
    description: tool.description ?? "",
    schema: schemaOf(tool.input_schema),
    freeform: false,
  };
}

function formatOf(format: unknown): ModelRequest["outputSchema"] {
  const read = z.looseObject({ type: z.literal("json_schema"), schema: z.unknown() }).safeParse(format);
  return read.success ? schemaOf(read.data.schema) : null;
}
