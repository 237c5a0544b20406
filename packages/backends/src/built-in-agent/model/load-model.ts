import { defined } from "@polylog/core";
import type { ModelChoice, ProviderName } from "../options.ts";
import { boundedFetch } from "./bounded-fetch.ts";
import type { CallOptions, Model } from "./types.ts";

/** The providers, each loaded when it is first used: together they would cost the server's start a second. */
const makers: Readonly<Record<ProviderName, (choice: ModelChoice) => Promise<Model>>> = {
  "openai-compatible": async ({ model, baseUrl = "", apiKey }) => {
    const { createOpenAICompatible } = await import("@ai-sdk/openai-compatible");
    const place = { name: "compatible", baseURL: baseUrl, includeUsage: true, fetch: boundedFetch };
    return createOpenAICompatible({ ...place, ...defined({ apiKey }) })(model);
  },
  openai: async ({ model, baseUrl, apiKey }) => {
    const { createOpenAI } = await import("@ai-sdk/openai");
    return createOpenAI(placeOf(baseUrl, apiKey)).responses(model);
  },
  anthropic: async ({ model, baseUrl, apiKey }) => {
    const { createAnthropic } = await import("@ai-sdk/anthropic");
    return createAnthropic(placeOf(baseUrl && withVersion(baseUrl, "v1"), apiKey))(model);
  },
  google: async ({ model, baseUrl, apiKey }) => {
    const { createGoogle } = await import("@ai-sdk/google");
    return createGoogle(placeOf(baseUrl, apiKey))(model);
  },
};

export function loadModel(choice: ModelChoice): Promise<Model> {
  return makers[choice.provider](choice);
}

function placeOf(baseURL: string | undefined, apiKey: string | undefined) {
  return {
    fetch: boundedFetch,
    ...defined({ baseURL, apiKey }),
  };
}

/** Anthropic's own tools name the address without a version. */
function withVersion(url: string, version: string): string {
  return /\/v\d+\w*\/?$/.test(url) ? url : `${url.replace(/\/$/, "")}/${version}`;
}

/** What a provider is told with every call. */
export function providerOptionsOf({ provider }: ModelChoice): Pick<CallOptions, "providerOptions"> {
  // The conversation is in our log; the server need not keep another.
  return provider === "openai" ? { providerOptions: { openai: { store: false } } } : {};
}

/** Anthropic keeps what stands before such a mark for the next call; the others do so by themselves. */
export const cacheMark = { anthropic: { cacheControl: { type: "ephemeral" } } } as const;
