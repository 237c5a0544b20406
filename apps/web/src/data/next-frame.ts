/** This long after a key press another one is expected, and streamed text is drawn in the pauses. */
const typingMs = 1000;
/** While typing, streamed text is drawn at most this often. */
const betweenMs = 240;
/** Without a key press for this long, drawing no longer waits for the next key's frame. */
const pauseMs = 250;
/** A hidden page gets no frames but still counts open asks. */
const hiddenMs = 200;

let typedAt = Number.NEGATIVE_INFINITY;
let drawnAt = Number.NEGATIVE_INFINITY;
let waiting: (() => void)[] = [];
/** Cancels the scheduled drawing. */
let cancel: (() => void) | null = null;

/** Applies the server's events once per frame. While a person types, the frame of a key press draws nothing else. */
export function inNextFrame(run: () => void): void {
  waiting.push(run);
  if (cancel === null) plan();
}

function plan(): void {
  const now = performance.now();
  if (document.hidden) after(hiddenMs, draw);
  else if (now - typedAt > typingMs) {
    const frame = requestAnimationFrame(draw);
    cancel = () => cancelAnimationFrame(frame);
  } else after(Math.max(drawnAt + betweenMs, typedAt + pauseMs) - now, draw);
}

function after(ms: number, run: () => void): void {
  const timer = setTimeout(run, ms);
  cancel = () => clearTimeout(timer);
}

function draw(): void {
  cancel = null;
  drawnAt = performance.now();
  const runs = waiting;
  waiting = [];
  for (const run of runs) run();
}

window.addEventListener(
  "keydown",
  (event) => {
    if (!isTyping(event)) {
      // After sending, answering or moving, the result is drawn without a delay.
      typedAt = Number.NEGATIVE_INFINITY;
      planAgain();
      return;
    }
    typedAt = performance.now();
    if (cancel === null || document.hidden) return;
    cancel();
    // The time right after a key's frame is the longest pause before the next key.
    const frame = requestAnimationFrame(() =>
      after(0, () => (performance.now() - drawnAt < betweenMs ? plan() : draw())),
    );
    cancel = () => cancelAnimationFrame(frame);
  },
  { capture: true, passive: true },
);

/** The key changes a text, and another one is likely to follow soon. */
function isTyping({ key, ctrlKey, metaKey, target }: KeyboardEvent): boolean {
  const isText = /^(?:TEXTAREA|INPUT)$/.test((target as Element | null)?.nodeName ?? "");
  return isText && !ctrlKey && !metaKey && (key.length === 1 || key === "Backspace" || key === "Delete");
}

// A hidden page gets no more frames, including the one that was scheduled.
document.addEventListener("visibilitychange", planAgain);

function planAgain(): void {
  if (cancel === null) return;
  cancel();
  plan();
}
