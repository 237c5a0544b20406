import { type Conversation, MAIN } from "@polylog/core";

/** The last run, where a budget stopped it. */
export function stoppedRun({ runs }: Conversation): string | null {
  for (let at = runs.length - 1; at >= 0; at--) {
    const run = runs.get(at);
    if (run === undefined || run.lane !== MAIN) continue;
    return run.error?.code === "budget_exceeded" ? run.runId : null;
  }
  return null;
}
