/** This long after a key, the next one is expected, and what streams is drawn in the pauses. */
const typingMs = 1000;
/** Meanwhile it is drawn at most this often. */
const betweenMs = 240;
/** Without a key for this long, it no longer waits for the next key's frame. */
const pauseMs = 250;
/** A page that is not seen has no frames but still counts what waits. */
const hiddenMs = 200;

let typedAt = Number.NEGATIVE_INFINITY;
let drawnAt = Number.NEGATIVE_INFINITY;
let waiting: (() => void)[] = [];
/** Takes back the moment that was planned for drawing. */
let cancel: (() => void) | null = null;

/** Runs what the server's events lead to once a frame. While somebody types, a key's own frame has nothing else to draw. */
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
      // Who sends, answers or moves wants to see what comes of it.
      typedAt = Number.NEGATIVE_INFINITY;
      planAgain();
      return;
    }
    typedAt = performance.now();
    if (cancel === null || document.hidden) return;
    cancel();
    // The time right behind a key's frame is the longest until the next key.
    const frame = requestAnimationFrame(() =>
      after(0, () => (performance.now() - drawnAt < betweenMs ? plan() : draw())),
    );
    cancel = () => cancelAnimationFrame(frame);
  },
  { capture: true, passive: true },
);

/** The key changes a text, and the next one is likely to follow soon. */
function isTyping({ key, ctrlKey, metaKey, target }: KeyboardEvent): boolean {
  const isText = /^(?:TEXTAREA|INPUT)$/.test((target as Element | null)?.nodeName ?? "");
  return isText && !ctrlKey && !metaKey && (key.length === 1 || key === "Backspace" || key === "Delete");
}

// A page that is put away gets no more frames, also not the one that was planned.
document.addEventListener("visibilitychange", planAgain);

function planAgain(): void {
  if (cancel === null) return;
  cancel();
  plan();
}
