import type { ScriptedModel } from "@polylog/scripted-model";
import type { GivenAgent } from "@polylog/server";

/** Between two pieces of what the model says, so that a person sees it coming. */
const DELAY_MS = 15;

/** The built-in agent on a model that plays scripts: it is always there, and needs no key and no program. */
export function demoAgent(): GivenAgent {
  let model: Promise<ScriptedModel> | null = null;
  const start = async () => {
    const { startScriptedModel } = await import("@polylog/scripted-model");
    return startScriptedModel({ delayMs: DELAY_MS });
  };
  return {
    ...{ id: "demo", backend: "openai", model: "scripted" },
    settings: async () => {
      model ??= start();
      const { url } = await model;
      const options = { provider: "openai-compatible" };
      return { backend: "openai", model: "scripted", baseUrl: `${url}/v1`, options };
    },
  };
}
