import { defined } from "@polylog/core";
import type { ModelChoice, ProviderName } from "../options.ts";
import { boundedFetch } from "./bounded-fetch.ts";
import type { CallOptions, Model } from "./types.ts";

/** Providers are loaded on first use: together they would add a second to the server's start. */
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

/** Anthropic's own tools expect a base URL without the version. */
function withVersion(url: string, version: string): string {
  return /\/v\d+\w*\/?$/.test(url) ? url : `${url.replace(/\/$/, "")}/${version}`;
}

/** Provider options for every call. */
export function providerOptionsOf({ provider }: ModelChoice): Pick<CallOptions, "providerOptions"> {
  // The conversation is in Polylog's log; the server does not need a copy.
  return provider === "openai" ? { providerOptions: { openai: { store: false } } } : {};
}

/** Anthropic caches the content before such a mark for the next call. The others do so automatically. */
export const cacheMark = { anthropic: { cacheControl: { type: "ephemeral" } } } as const;
