import {
  localParts,
  nextStatus,
  type ShownStatus,
  type StatusCategory,
  seedFromText,
  statusAt,
} from "@polylog/core";

/** The next words of the bubble. In a file of its own: the catalogue is large and nobody waits for it. */
export function nextStatusText(
  shown: ShownStatus | null,
  run: { readonly runId: string; readonly startedTs: number },
  category: StatusCategory,
  nowMs: number,
): ShownStatus {
  const wanted = statusAt({
    category,
    startedAtMs: Math.min(run.startedTs, nowMs),
    nowMs,
    local: localParts(nowMs, -new Date(nowMs).getTimezoneOffset()),
    seed: seedFromText(run.runId),
  });
  return nextStatus(shown, wanted, nowMs);
}
