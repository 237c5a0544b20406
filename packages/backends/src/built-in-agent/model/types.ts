import type { LanguageModel } from "ai";

/** The AI SDK's model interface, as far as the agent uses it. */
export type Model = Extract<LanguageModel, { readonly specificationVersion: "v4" }>;
export type CallOptions = Parameters<Model["doStream"]>[0];
export type ModelMessage = CallOptions["prompt"][number];
export type UserMessage = Extract<ModelMessage, { role: "user" }>;
export type AssistantMessage = Extract<ModelMessage, { role: "assistant" }>;
export type ToolMessage = Extract<ModelMessage, { role: "tool" }>;
export type UserPart = UserMessage["content"][number];
export type AssistantPart = AssistantMessage["content"][number];
export type ToolResultPart = Extract<ToolMessage["content"][number], { type: "tool-result" }>;
export type ToolDefinition = Extract<NonNullable<CallOptions["tools"]>[number], { type: "function" }>;
export type StreamPart =
  Awaited<ReturnType<Model["doStream"]>>["stream"] extends ReadableStream<infer Part> ? Part : never;
export type Finish = Extract<StreamPart, { type: "finish" }>;
export type ProviderMetadata = NonNullable<AssistantPart["providerOptions"]>;
