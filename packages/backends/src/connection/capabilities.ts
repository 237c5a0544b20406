import type { Backend } from "@polylog/core";

/** A backend that lacks some of them states which. */
export const everyCapability: Backend["capabilities"] = {
  steer: true,
  permissions: true,
  questions: true,
  plan: true,
  resume: true,
  images: true,
  subagents: true,
  cancelSubagent: true,
  steerSubagent: true,
  stream: "delta",
};
