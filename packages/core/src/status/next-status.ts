import type { RotatingStatus } from "./rotation.ts";

export interface ShownStatus extends RotatingStatus {
  readonly shownAtMs: number;
}

const minimumMs = 5_000;

/**
 * The status to show, given the one on screen and the one that `statusAt` returns now. A message stays at least 5 s, however
 * quickly the category changes; entering or leaving idle takes effect at once, because idle shows no bubble. The elapsed time
 * is always current, and `nextChangeMs` says when to ask again.
 */
export function nextStatus(shown: ShownStatus | null, wanted: RotatingStatus, nowMs: number): ShownStatus {
  if (shown === null || mayReplace(shown, wanted, nowMs)) {
    const nextChangeMs = Math.max(wanted.nextChangeMs, nowMs + minimumMs);
    return { ...wanted, nextChangeMs, shownAtMs: nowMs };
  }
  const { elapsedSeconds } = wanted;
  const heldUntilMs = shown.shownAtMs + minimumMs;
  // A message that two categories share stays: replacing it with itself would restart its 5 s.
  if (shown.id !== wanted.id) return { ...shown, elapsedSeconds, nextChangeMs: heldUntilMs };
  const nextChangeMs = Math.max(wanted.nextChangeMs, heldUntilMs);
  return { ...wanted, nextChangeMs, shownAtMs: shown.shownAtMs };
}

function mayReplace(shown: ShownStatus, wanted: RotatingStatus, nowMs: number): boolean {
  if (shown.id === wanted.id) return false;
  if (shown.category === "idle" || wanted.category === "idle") return true;
  const onScreenMs = nowMs - shown.shownAtMs;
  // A clock that was set back must not keep a message for longer than the minimum.
  return onScreenMs < 0 || onScreenMs >= minimumMs;
}
