import { isFault, type Script, type Step } from "../script/steps.ts";

type Actions = Extract<Step, { kind: "actions" }>;

/**
 * Whether a step has only faults that pass after a number of times. Such a step gives no answer, only errors, so
 * afterwards the following step answers the call.
 */
function hasOnlyPassingFaults(step: Step): step is Actions {
  return step.kind === "actions" && step.actions.every((action) => isFault(action) && action.times !== null);
}

/** The steps from the next answer on. Fault-only steps come before the step that they delay. */
export function stepsLeft({ steps }: Script, answers: number): Step[] {
  let given = 0;
  const start = steps.findIndex((step) => {
    if (given === answers) return true;
    if (!hasOnlyPassingFaults(step)) given += 1;
    return false;
  });
  return start === -1 ? [] : steps.slice(start);
}

/** Counts how often a fault has happened. After the last time it lets the call pass and restarts. */
export type CountFault = (key: string, times: number) => boolean;

/** The step for this answer, without faults that have passed. Null after the last step. */
export function nextStep(script: Script, answers: number, happens: CountFault): Step | null {
  const left = stepsLeft(script, answers);
  const first = script.steps.length - left.length;
  for (const [at, step] of left.entries()) {
    if (step.kind === "problem") return step;
    const actions = step.actions.filter(
      (action, index) =>
        !isFault(action) || action.times === null || happens(`${first + at}.${index}`, action.times),
    );
    if (actions.length > 0) return { kind: "actions", actions };
  }
  return null;
}
