import { z } from "zod";
import type { Call, ModelRequest, Result, Schema, Tool, Turn } from "../conversation.ts";
import { checked } from "./bad-request.ts";
import { schemaOf } from "./tool-schema.ts";

const part = z.looseObject({
  text: z.string().optional(),
  thought: z.boolean().optional(),
  inlineData: z.looseObject({}).optional(),
  fileData: z.looseObject({}).optional(),
  functionCall: z.looseObject({ id: z.string().optional(), name: z.string() }).optional(),
  functionResponse: z
    .looseObject({ id: z.string().optional(), name: z.string(), response: z.unknown().optional() })
    .optional(),
});
type Part = z.infer<typeof part>;
const content = z.looseObject({
  role: z.enum(["user", "model", "function"]).optional(),
  parts: z.array(part).optional(),
});
type Content = z.infer<typeof content>;

const body = z.looseObject({
  contents: z.array(content).min(1),
  systemInstruction: z.union([content, z.string()]).optional(),
  tools: z
    .array(
      z.looseObject({
        functionDeclarations: z
          .array(
            z.looseObject({
              name: z.string(),
              description: z.string().optional(),
              parameters: z.unknown().optional(),
              parametersJsonSchema: z.unknown().optional(),
            }),
          )
          .optional(),
      }),
    )
    .optional(),
  generationConfig: z
    .looseObject({
      maxOutputTokens: z.number().optional(),
      responseSchema: z.unknown().optional(),
      responseJsonSchema: z.unknown().optional(),
    })
    .optional(),
});

/** Reads a request to the Gemini API. Its path contains the model and says whether the answer is a stream. */
export function readGemini(value: unknown, path: string): ModelRequest {
  const read = checked(body, value);
  const config = read.generationConfig ?? {};
  const schema = config.responseJsonSchema ?? config.responseSchema;
  const { systemInstruction: system = "" } = read;
  return {
    api: "gemini",
    ...namesIn(path),
    system: typeof system === "string" ? system : textsOf(system).join("\n"),
    turns: turnsOf(read.contents),
    tools: (read.tools ?? []).flatMap(({ functionDeclarations = [] }) => functionDeclarations.map(toolOf)),
    maxTokens: config.maxOutputTokens ?? null,
    outputSchema: schema === undefined ? null : lowerCase(schemaOf(schema)),
    streamUsage: true,
    cached: true,
    sealedReasoning: true,
  };
}

function namesIn(path: string): { readonly model: string; readonly stream: boolean } {
  const [, model = "", does = ""] = /\/models\/([^/]+):(\w+)$/.exec(path) ?? [];
  return { model: decodeURIComponent(model), stream: does === "streamGenerateContent" };
}

/** Calls and results may have no id. A result without an id belongs to the first open call of its name. */
function turnsOf(contents: readonly Content[]): Turn[] {
  let open: Call[] = [];
  return contents.map((each, at): Turn => {
    const parts = each.parts ?? [];
    if (each.role === "model") {
      const calls = parts.flatMap(({ functionCall }, index) =>
        functionCall === undefined
          ? []
          : [{ id: functionCall.id ?? `${at}/${index}`, name: functionCall.name }],
      );
      open = [...open, ...calls];
      return { role: "assistant", texts: textsOf(each), calls };
    }
    const results = parts.flatMap(({ functionResponse }): Result[] => {
      if (functionResponse === undefined) return [];
      const { id, name, response } = functionResponse;
      const call = open.find((known) => (id === undefined ? known.name === name : known.id === id));
      open = open.filter((known) => known !== call);
      return [
        { callId: call?.id ?? id ?? name, text: JSON.stringify(response ?? {}), failed: isFailure(response) },
      ];
    });
    const images = parts.filter(({ inlineData, fileData }) => inlineData ?? fileData).length;
    return { role: "user", texts: textsOf(each), images, results };
  });
}

function isFailure(response: unknown): boolean {
  return typeof response === "object" && response !== null && "error" in response;
}

function textsOf({ parts = [] }: Content): string[] {
  return parts.flatMap(({ text, thought }: Part) =>
    text === undefined || text === "" || thought === true ? [] : [text],
  );
}

function toolOf(tool: {
  name: string;
  description?: string | undefined;
  parameters?: unknown;
  parametersJsonSchema?: unknown;
}): Tool {
  const schema = schemaOf(tool.parametersJsonSchema ?? tool.parameters);
  return { name: tool.name, description: tool.description ?? "", schema: lowerCase(schema), freeform: false };
}

/** The API's own schemas have type names in capitals. */
function lowerCase({ type, properties, items, ...rest }: Schema): Schema {
  return {
    ...rest,
    ...(type === undefined ? {} : { type: typeof type === "string" ? type.toLowerCase() : type }),
    ...(properties === undefined
      ? {}
      : {
          properties: Object.fromEntries(
            Object.entries(properties).map(([name, field]) => [name, lowerCase(field)]),
          ),
        }),
    ...(items === undefined ? {} : { items: lowerCase(items) }),
  };
}
