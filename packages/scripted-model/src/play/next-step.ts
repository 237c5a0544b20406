import type { Fault, Script, Step } from "../script/steps.ts";
import { isFault } from "../script/steps.ts";

type Actions = Extract<Step, { kind: "actions" }>;

/**
 * A step of nothing but faults that pass: no answer comes of it, only refusals, so the call after them is answered by
 * the step behind it.
 */
function hasNoFault(step: Step): step is Actions {
  return step.kind === "actions" && step.actions.every((action) => isFault(action) && action.times !== null);
}

/** The steps from the one that answers the next call on; those that leave no answer stand before the one they delay. */
export function stepsLeft({ steps }: Script, answers: number): Step[] {
  let given = 0;
  const start = steps.findIndex((step) => {
    if (given === answers) return true;
    if (!hasNoFault(step)) given += 1;
    return false;
  });
  return start === -1 ? [] : steps.slice(start);
}

/** Counts how often a fault has happened; asked once more it lets the call pass and starts again. */
export type CountFault = (key: string, times: number) => boolean;

/**
 * The step that answers now: without the faults that have passed. Null after the last one.
 */
export function nextStep(script: Script, answers: number, happens: CountFault): Step | null {
  const left = stepsLeft(script, answers);
  const first = script.steps.length - left.length;
  for (const [at, step] of left.entries()) {
    if (step.kind === "problem") return step;
    const actions = step.actions.filter(
      (action, index) => !isFault(action) || isFaultDue(action, `${first + at}.${index}`, happens),
    );
    if (actions.length > 0) return { kind: "actions", actions };
  }
  return null;
}

function isFaultDue(fault: Fault, key: string, happens: CountFault): boolean {
  return fault.times === null || happens(key, fault.times);
}
