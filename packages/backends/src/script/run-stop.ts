import type { EventBody } from "@polylog/core";

export type ScriptEnding = Pick<Extract<EventBody, { type: "run_ended" }>, "outcome" | "error">;

export class RunStop {
  readonly ending: ScriptEnding;

  constructor(ending: ScriptEnding) {
    this.ending = ending;
  }
}
