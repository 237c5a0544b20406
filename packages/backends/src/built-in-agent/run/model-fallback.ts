import type { Agent } from "../agent.ts";
import type { ModelChoice } from "../options.ts";

/** The current model of a run. After a fallback, it stays until a person chooses another. */
export class ModelFallback {
  private readonly agent: Agent;
  /** The model that a subagent's file sets. */
  private readonly fixed: string | undefined;
  private preferred: string;
  private index = 0;

  constructor(agent: Agent, fixed?: string) {
    this.agent = agent;
    this.fixed = fixed;
    this.preferred = fixed ?? agent.model;
  }

  get current(): ModelChoice {
    const wanted = this.fixed ?? this.agent.model;
    if (wanted !== this.preferred) {
      this.preferred = wanted;
      this.index = 0;
    }
    const choices = this.agent.modelChoices(this.preferred);
    return choices[this.index] ?? choices[0];
  }

  /** Switches to the next model. Returns null if no model is left. */
  fallBack(): ModelChoice | null {
    if (this.index + 1 >= this.agent.modelChoices().length) return null;
    this.index++;
    return this.current;
  }
}
