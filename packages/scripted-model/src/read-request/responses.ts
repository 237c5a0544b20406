import { z } from "zod";
import type { Call, ModelRequest, Tool, Turn } from "../conversation.ts";
import { checked } from "./bad-request.ts";
import { schemaOf } from "./tool-schema.ts";

const part = z.looseObject({
  type: z.string(),
  text: z.string().optional(),
  encrypted_content: z.string().optional(),
});
const content = z.union([z.string(), z.array(part)]).nullish();
type Content = z.infer<typeof content>;

const tool = z.looseObject({
  type: z.string(),
  name: z.string().optional(),
  description: z.string().nullish(),
  parameters: z.unknown().optional(),
  tools: z.array(z.looseObject({ type: z.string(), name: z.string().optional() })).optional(),
});

const item = z.looseObject({
  type: z.string().optional(),
  role: z.string().optional(),
  content,
  call_id: z.string().optional(),
  name: z.string().optional(),
  output: z.unknown().optional(),
  /** Tools that are offered within the conversation. */
  tools: z.array(tool).optional(),
});
type Item = z.infer<typeof item>;

const body = z.looseObject({
  model: z.string(),
  instructions: z.string().nullish(),
  input: z.union([z.string(), z.array(item).min(1)]),
  tools: z.array(tool).nullish(),
  stream: z.boolean().nullish(),
  max_output_tokens: z.number().nullish(),
  include: z.array(z.string()).nullish(),
  text: z
    .looseObject({ format: z.looseObject({ type: z.string(), schema: z.unknown() }).nullish() })
    .nullish(),
});

/** Reads a request to the Responses API. */
export function readResponses(value: unknown): ModelRequest {
  const read = checked(body, value);
  const items: Item[] =
    typeof read.input === "string" ? [{ type: "message", role: "user", content: read.input }] : read.input;
  const format = read.text?.format;
  return {
    api: "responses",
    model: read.model,
    system: [
      read.instructions ?? "",
      ...items.flatMap((one) =>
        one.role === "system" || one.role === "developer" ? textsOf(one.content) : [],
      ),
    ].join("\n"),
    turns: turnsOf(items),
    tools: [...(read.tools ?? []), ...items.flatMap((one) => one.tools ?? [])].flatMap(toolOf),
    stream: read.stream ?? false,
    maxTokens: read.max_output_tokens ?? null,
    outputSchema: format?.type === "json_schema" ? schemaOf(format.schema) : null,
    streamUsage: true,
    cached: true,
    sealedReasoning: read.include?.includes("reasoning.encrypted_content") ?? false,
  };
}

type Pending = { texts: string[]; calls: Call[] };

/**
 * Groups items into answers. An agent may write each call next to its result, so a call that follows results may still
 * belong to an earlier answer.
 */
function turnsOf(items: readonly Item[]): Turn[] {
  const turns: Turn[] = [];
  const answers = new Map<string, Pending>();
  let open: Pending | null = null;
  const answer = (): Pending => {
    if (open === null) {
      const fresh: Pending = { texts: [], calls: [] };
      turns.push({ role: "assistant", ...fresh });
      open = fresh;
    }
    return open;
  };
  for (const one of items) {
    const type = one.type ?? "message";
    if (type === "reasoning" || (type === "message" && one.role === "assistant")) {
      answer().texts.push(...(type === "message" ? textsOf(one.content) : []));
    } else if (type.endsWith("_call")) {
      const call = { id: one.call_id ?? "", name: one.name ?? "" };
      const origin = answerOf(call.id);
      const made: Pending = (origin === null ? undefined : answers.get(origin)) ?? answer();
      made.calls.push(call);
      if (origin !== null) answers.set(origin, made);
    } else if (type.endsWith("_call_output")) {
      open = null;
      const result = { callId: one.call_id ?? "", text: outputOf(one.output), failed: false };
      turns.push({ role: "user", texts: [], images: 0, results: [result] });
    } else if (type === "agent_message" || (type === "message" && one.role === "user")) {
      open = null;
      turns.push({ role: "user", texts: textsOf(one.content), images: imagesIn(one.content), results: [] });
    }
  }
  return turns;
}

/** The answer of a call: the prefix of its id that all calls of the answer share. */
function answerOf(callId: string): string | null {
  return /^call_([0-9a-f]{16})\d+$/.exec(callId)?.[1] ?? null;
}

function textsOf(value: Content): string[] {
  if (typeof value === "string") return value === "" ? [] : [value];
  return (value ?? []).flatMap(({ type, text, encrypted_content: sealed }) => {
    if (type === "input_text" || type === "output_text" || type === "text") return text ?? [];
    // A message between agents. It is only encrypted if the model has encrypted it.
    return type === "encrypted_content" ? (sealed ?? []) : [];
  });
}

function imagesIn(value: Content): number {
  return Array.isArray(value) ? value.filter(({ type }) => type === "input_image").length : 0;
}

function outputOf(output: unknown): string {
  if (typeof output === "string") return output;
  const parts = content.safeParse(output);
  if (parts.success) return textsOf(parts.data).join("\n");
  const wrapped = z.looseObject({ content: z.string() }).safeParse(output);
  return wrapped.success ? wrapped.data.content : "";
}

function toolOf(read: z.infer<typeof tool>): Tool[] {
  if (read.type === "namespace") {
    return (read.tools ?? []).flatMap((inner) =>
      toolOf(inner as z.infer<typeof tool>).map((one) => ({ ...one, namespace: read.name ?? "" })),
    );
  }
  if (read.name === undefined || (read.type !== "function" && read.type !== "custom")) return [];
  return [
    {
      name: read.name,
      description: typeof read.description === "string" ? read.description : "",
      schema: schemaOf(read.parameters),
      freeform: read.type === "custom",
    },
  ];
}
