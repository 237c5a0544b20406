import type { Model } from "../model.ts";
import type { SessionFacts } from "../session/session-facts.ts";

/** What the field says while nothing is written: what Enter would do. */
export function placeholderOf({ run, agentId, canSteer }: SessionFacts, { delivery, notes }: Model): string {
  if (notes.length > 0) return "What should the agent do with what you ran?";
  if (run === null) return `Message ${agentId ?? "the agent"}`;
  return canSteer && delivery === "auto" ? "Steer this run · Tab to queue" : "Queue a message";
}
