import type { EventBody } from "@polylog/core";
import type { RunRef } from "../../connection/translation.ts";
import type { CurrentRun, OpenCall } from "./state.ts";

/** A call of the run by the program's ID. A new call gets an ID that is unique in the run. */
export function callNamed(
  run: CurrentRun,
  nativeId: string,
  toolName: string,
): { readonly run: CurrentRun; readonly call: OpenCall } {
  const known = run.calls.get(nativeId);
  if (known !== undefined) return { run, call: known };
  const times = (run.usedIds.get(nativeId) ?? 0) + 1;
  const callId = times === 1 ? nativeId : `${nativeId}~${times}`;
  const call: OpenCall = { callId, toolName, hasInput: false, shown: "", offset: 0 };
  const usedIds = new Map(run.usedIds).set(nativeId, times);
  return { run: withCall({ ...run, usedIds }, nativeId, call), call };
}

export function withCall(run: CurrentRun, nativeId: string, call: OpenCall): CurrentRun {
  return { ...run, calls: new Map(run.calls).set(nativeId, call) };
}

export function withoutCall(run: CurrentRun, nativeId: string): CurrentRun {
  const calls = new Map(run.calls);
  calls.delete(nativeId);
  return { ...run, calls };
}

/** Ends a call that will not run, because its answer was interrupted. */
export function brokenCall({ callId, toolName }: OpenCall, runRef: RunRef): EventBody {
  const error = {
    code: "tool_interrupted",
    message: "The model's answer was cut off before the call was made.",
  };
  return { type: "tool_result", callId, toolName, ok: false, error, ...runRef };
}
