import type { GivenAgent } from "@polylog/server";
import { demoFolder } from "./demo-project.ts";

/** The agent, and the model's name: whatever is said to it first is taken for a wish for the tour. */
export const DEMO = "demo";

/** Between two pieces of what the model says, so that a person sees it coming. */
const DELAY_MS = 15;

/** The other one: what it is told by the first is taken at its word. */
const REVIEWER = "demo-reviewer";

/** Whether it is there for whoever has nothing else. */
export function isDemoAgent(agentId: string): boolean {
  return agentId === DEMO || agentId === REVIEWER;
}

/**
 * The built-in agent on a model that plays scripts, and a second one that the first can write to: they are always
 * there, and need no key and no program.
 */
export function demoAgents(home: string): readonly GivenAgent[] {
  let model: Promise<{ readonly url: string; readonly key: string }> | null = null;
  const start = async () => {
    const { startScriptedModel } = await import("@polylog/scripted-model");
    const { randomUUID } = await import("node:crypto");
    // Others on this machine can reach the model's port.
    const key = randomUUID();
    const { url } = await startScriptedModel({ delayMs: DELAY_MS, key });
    return { url, key };
  };
  return [DEMO, REVIEWER].map((id) => ({
    ...{ id, backend: "openai", model: id, projectRoot: demoFolder(home) },
    settings: async () => {
      // A start that failed, as when no more files could be opened, is tried again for the next message.
      model ??= start().catch((error: unknown) => {
        model = null;
        throw error;
      });
      const { url, key } = await model;
      const options = { provider: "openai-compatible" };
      return { backend: "openai", model: id, baseUrl: `${url}/v1`, apiKey: key, options };
    },
  }));
}
