import { defined } from "@polylog/core";
import { z } from "zod";
import type { DetectedAgent, Machine } from "../manifest.ts";

/** Models that the built-in agent can use: API keys in the environment, and model servers on their default ports. */

const BACKEND = "openai";
const LOCAL_MS = 1000;

/** Hosted models. Lists the newest general model of each provider; an agent's configuration may name another. */
const hosted = [
  {
    ...{ id: "openai", provider: "openai", model: "gpt-5.6" },
    ...{ keys: ["OPENAI_API_KEY"], address: "OPENAI_BASE_URL" },
  },
  {
    ...{ id: "anthropic", provider: "anthropic", model: "claude-sonnet-5-5" },
    ...{ keys: ["ANTHROPIC_API_KEY"], address: "ANTHROPIC_BASE_URL" },
  },
  {
    ...{ id: "google", provider: "google", model: "gemini-3.8-flash" },
    keys: ["GEMINI_API_KEY", "GOOGLE_API_KEY"],
  },
  {
    ...{ id: "openrouter", provider: "openai-compatible", model: "openrouter/auto" },
    ...{ keys: ["OPENROUTER_API_KEY"], baseUrl: "https://openrouter.ai/api/v1" },
  },
] as const;

const ollamaTags = z.object({ models: z.array(z.object({ name: z.string().min(1) })) });
const modelList = z.object({ data: z.array(z.object({ id: z.string().min(1) })) });

/** Servers on this machine, and how to read their lists of models. */
const local = [
  {
    id: "ollama",
    url: "http://127.0.0.1:11434",
    list: "/api/tags",
    names: (answer: unknown) => ollamaTags.safeParse(answer).data?.models.map(({ name }) => name),
    absent: "Ollama is not running on 127.0.0.1:11434. Start it with: ollama serve",
    empty: "Ollama has no models yet. Download one with: ollama pull qwen3",
  },
  {
    id: "lmstudio",
    url: "http://127.0.0.1:1234",
    list: "/v1/models",
    names: (answer: unknown) => modelList.safeParse(answer).data?.data.map(({ id }) => id),
    absent:
      "LM Studio is not running on 127.0.0.1:1234. Start its server in the app, or with: lms server start",
    empty: "LM Studio has no models yet. Download one with: lms get",
  },
] as const;

export async function detectModels(machine: Machine): Promise<readonly DetectedAgent[]> {
  const found = await Promise.all(local.map((server) => detectLocal(machine, server)));
  return [...hosted.map((service) => detectHosted(machine, service)), ...found];
}

function detectHosted({ env }: Machine, service: (typeof hosted)[number]): DetectedAgent {
  const { id, provider, model, keys } = service;
  const key = keys.find((name) => isSet(env[name]));
  const given = "address" in service ? env[service.address] : undefined;
  const baseUrl = "baseUrl" in service ? service.baseUrl : isSet(given) ? given : undefined;
  const settings = {
    backend: BACKEND,
    model,
    options: { provider },
    ...defined({ baseUrl }),
    ...(key === undefined ? {} : { apiKey: env[key] }),
  };
  if (key !== undefined) return { id, settings, state: "available" };
  return { id, settings, state: "logged_out", reason: `Set ${keys.join(" or ")} in the environment.` };
}

async function detectLocal(machine: Machine, server: (typeof local)[number]): Promise<DetectedAgent> {
  const { id, url, list, names, absent, empty } = server;
  const models = names(await machine.reach(url + list, LOCAL_MS));
  const model = models?.[0];
  const settings = {
    backend: BACKEND,
    baseUrl: `${url}/v1`,
    options: { provider: "openai-compatible" },
    ...defined({ model }),
  };
  if (model !== undefined) return { id, settings, state: "available" };
  return { id, settings, state: "missing", reason: models === undefined ? absent : empty };
}

function isSet(value: string | undefined): value is string {
  return value !== undefined && value.trim() !== "";
}
