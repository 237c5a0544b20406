/** What a page is given to be drawn before anything is fetched ahead of its use. */
const firstMs = 3000;

/** Runs something once the page is drawn and has nothing else to do; gives what takes it back. */
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
