import type { Backend } from "@polylog/core";
import { everyCapability } from "../connection/capabilities.ts";

/** Runs any agent that implements the Agent Client Protocol. The protocol code is loaded when the first agent starts. */
export const acpBackend: Backend = {
  name: "acp",
  capabilities: { ...everyCapability, cancelSubagent: false, steerSubagent: false },
  remembersAnswers: true,
  start: async (options) => (await import("./session/start.ts")).start(options),
};
