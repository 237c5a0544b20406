import { createStore, useStore } from "../../store/store.ts";
import { client } from "../client.ts";

/** Runs that somebody here has asked to stop. Said at once; the run's own end comes by the log. */
const cancelling = createStore<ReadonlySet<string>>(new Set());

export function useIsCancelling(runId: string | null): boolean {
  return useStore(cancelling).has(runId ?? "");
}

export async function cancelRun(runId: string): Promise<void> {
  cancelling.set(new Set([...cancelling.get(), runId]));
  try {
    await client.runs.cancel({ runId });
  } catch {
    // The run goes on, and so does its sign; the button can be pressed again.
    const left = new Set(cancelling.get());
    left.delete(runId);
    cancelling.set(left);
  }
}
