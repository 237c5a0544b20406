import type { Backend } from "@polylog/core";

/** Runs any agent that implements the Agent Client Protocol. The protocol code is loaded when the first agent starts. */
export const acpBackend: Backend = {
  name: "acp",
  capabilities: {
    steer: true,
    permissions: true,
    questions: true,
    plan: true,
    resume: true,
    images: true,
    subagents: true,
    cancelSubagent: false,
    steerSubagent: false,
    stream: "delta",
  },
  remembersAnswers: true,
  start: async (options) => (await import("./session/start.ts")).start(options),
};
