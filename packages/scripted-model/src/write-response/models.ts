import { limits } from "../limits.ts";

/** The listed models. Any other name works as well, and is reported unchanged. */
const listed = ["scripted", "demo"];

export function anthropicModel(id: string): object {
  const created_at = new Date(limits.createdAt * 1000).toISOString();
  return { type: "model", id, display_name: id, created_at };
}

export function openaiModel(id: string): object {
  return { id, object: "model", created: limits.createdAt, owned_by: "polylog" };
}

export function geminiModel(id: string): object {
  const supportedGenerationMethods = ["generateContent", "countTokens"];
  return { name: `models/${id}`, version: "1", displayName: id, supportedGenerationMethods };
}

export function geminiModels(): object {
  return { models: listed.map(geminiModel) };
}

export function anthropicModels(): object {
  return {
    data: listed.map(anthropicModel),
    has_more: false,
    first_id: listed[0],
    last_id: listed.at(-1),
  };
}

export function openaiModels(): object {
  return { object: "list", data: listed.map(openaiModel) };
}
