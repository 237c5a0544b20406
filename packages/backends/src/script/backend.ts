import type { Backend } from "@polylog/core";
import { z } from "zod";
import { everyCapability } from "../connection/capabilities.ts";
import { failedConnection } from "../connection/failed-connection.ts";
import { linkToProcess } from "./child-process.ts";
import { scriptConnection } from "./connection.ts";
import { linkInProcess } from "./in-process.ts";
import { loadScript } from "./load-script.ts";

/** The agent settings under `options`. */
const optionsSchema = z.strictObject({
  /** A file's path, a list of steps, or steps by prompt. Without a script, the agent repeats each prompt. */
  script: z.unknown().optional(),
  /** Whether the agent runs as a separate program. */
  process: z.boolean().default(false),
});

/** Plays a script with its timing, without a model. For tests and demos. */
export const scriptBackend: Backend = {
  name: "script",
  asksBeforeChanges: true,
  isInProcess: ({ options }) => optionsSchema.safeParse(options ?? {}).data?.process !== true,
  capabilities: { ...everyCapability, cancelSubagent: false, steerSubagent: false },
  start: async ({ sessionId, agentId, projectRoot, settings, resume, host }) => {
    const options = optionsSchema.safeParse(settings.options ?? {});
    if (!options.success) {
      const message = `Invalid options for ${agentId}: ${options.error.issues[0]?.message}`;
      return failedConnection(agentId, { code: "bad_script", message });
    }
    const loaded = await loadScript(options.data.script, projectRoot);
    if (!loaded.ok) return failedConnection(agentId, loaded.failure);
    const start = {
      type: "start" as const,
      script: loaded.script,
      ...{ agentId, projectRoot, model: settings.model ?? "script" },
      nativeSessionId: resume ?? `script-${sessionId}`,
    };
    if (!options.data.process) return scriptConnection(linkInProcess(start, host.tools?.call));
    const linked = await linkToProcess(start, settings.env ?? {});
    return linked.ok ? scriptConnection(linked.link) : failedConnection(agentId, linked.failure);
  },
};
