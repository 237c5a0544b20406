import type { Backend } from "@polylog/core";

/** Any agent that speaks the Agent Client Protocol. What speaks it is loaded when the first one starts. */
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
