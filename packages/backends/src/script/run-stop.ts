import type { EventBody } from "@polylog/core";

export type ScriptEnding = Pick<Extract<EventBody, { type: "run_ended" }>, "outcome" | "error">;

/** Thrown by a step that ends its run. */
export class RunStop {
  readonly ending: ScriptEnding;

  constructor(ending: ScriptEnding) {
    this.ending = ending;
  }
}
