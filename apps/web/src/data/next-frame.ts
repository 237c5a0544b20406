/** After a key, what streams waits this long, so that the key's own frame has nothing else to draw. */
const quietMs = 60;
/** It waits no longer than this, however fast somebody types. */
const mostMs = 250;
/** A page that is not seen has no frames but still counts what waits. */
const hiddenMs = 200;

let typedAt = Number.NEGATIVE_INFINITY;
window.addEventListener(
  "keydown",
  () => {
    typedAt = performance.now();
  },
  { capture: true, passive: true },
);

/** Runs what the server's events lead to once a frame, in the pauses of whoever types. */
export function inNextFrame(run: () => void): void {
  if (document.hidden) {
    setTimeout(run, hiddenMs);
    return;
  }
  const askedAt = performance.now();
  const look = () => {
    const now = performance.now();
    if (now - typedAt < quietMs && now - askedAt < mostMs) requestAnimationFrame(look);
    else run();
  };
  requestAnimationFrame(look);
}
