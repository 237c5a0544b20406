import type { GivenAgent } from "@polylog/server";
import { demoFolder } from "./demo-project.ts";

/** The id of the agent and the name of its model. Any first message starts the tour. */
export const DEMO = "demo";

/** The delay between two pieces of the model's output, so that streaming is visible. */
const DELAY_MS = 15;

/** The second agent. It plays the messages of the first one as scripts. */
const REVIEWER = "demo-reviewer";

/** Whether this is one of the demo agents. */
export function isDemoAgent(agentId: string): boolean {
  return agentId === DEMO || agentId === REVIEWER;
}

/**
 * The built-in agent on a model that plays scripts, and a second one that the first can message. Both are always available and
 * need no key and no program.
 */
export function demoAgents(home: string): readonly GivenAgent[] {
  let model: Promise<{ readonly url: string; readonly key: string }> | null = null;
  const start = async () => {
    const { startScriptedModel } = await import("@polylog/scripted-model");
    const { randomUUID } = await import("node:crypto");
    // The key keeps other users of this machine from using the model.
    const key = randomUUID();
    const { url } = await startScriptedModel({ delayMs: DELAY_MS, key });
    return { url, key };
  };
  return [DEMO, REVIEWER].map((id) => ({
    ...{ id, backend: "openai", model: id, projectRoot: demoFolder(home) },
    settings: async () => {
      // The next message retries a failed start.
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
