import {
  localParts,
  nextStatus,
  type ShownStatus,
  type StatusCategory,
  seedFromText,
  statusAt,
} from "@polylog/core";

/** The next text of the bubble. It is in a separate file because the catalog is large and not needed at once. */
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
