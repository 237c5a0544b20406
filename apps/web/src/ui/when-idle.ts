/** The time that a page gets to draw before anything is loaded in advance. */
const firstMs = 3000;

/** Runs something when the page is drawn and idle; returns a function that cancels it. */
export function whenIdle(run: () => unknown): () => void {
  let cancel = () => {};
  const timer = setTimeout(
    () => {
      // Safari has no such callback.
      if (typeof requestIdleCallback === "undefined") return run();
      const handle = requestIdleCallback(run);
      cancel = () => cancelIdleCallback(handle);
    },
    Math.max(0, firstMs - performance.now()),
  );
  return () => {
    clearTimeout(timer);
    cancel();
  };
}
