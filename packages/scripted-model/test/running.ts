import Anthropic from "@anthropic-ai/sdk";
import { GoogleGenAI } from "@google/genai";
import OpenAI from "openai";
import { onTestFinished } from "vitest";
import { type ScriptedModel, type ScriptedModelOptions, startScriptedModel } from "../src/index.ts";

/** A server for one test, with the official clients for it. */
export async function running(options: ScriptedModelOptions = {}) {
  const model = await startScriptedModel(options);
  onTestFinished(() => model.close());
  return { model, ...clientsOf(model) };
}

export function clientsOf({ url }: ScriptedModel, maxRetries = 0) {
  return {
    anthropic: new Anthropic({ apiKey: "secret-a", baseURL: url, maxRetries, logLevel: "off" }),
    gemini: new GoogleGenAI({ apiKey: "secret-g", httpOptions: { baseUrl: url } }),
    openai: new OpenAI({ apiKey: "secret-o", baseURL: `${url}/v1`, maxRetries, logLevel: "off" }),
  };
}

export function post(
  model: ScriptedModel,
  path: string,
  body: unknown,
  headers: Record<string, string> = {},
) {
  return fetch(`${model.url}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
}
