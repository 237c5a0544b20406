import { createStore, useStore } from "../../store/store.ts";
import { client } from "../client.ts";

/** Runs that this page is cancelling. They are marked at once; the log reports their end. */
const cancelling = createStore<ReadonlySet<string>>(new Set());

export function useIsCancelling(runId: string | null): boolean {
  return useStore(cancelling).has(runId ?? "");
}

export async function cancelRun(runId: string): Promise<void> {
  cancelling.set(new Set([...cancelling.get(), runId]));
  try {
    await client.runs.cancel({ runId });
  } catch {
    // The run is still active, so the button can be pressed again.
    const left = new Set(cancelling.get());
    left.delete(runId);
    cancelling.set(left);
  }
}
