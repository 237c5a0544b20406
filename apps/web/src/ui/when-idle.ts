/** Runs something once the page has nothing else to do; gives what takes it back. */
export function whenIdle(run: () => unknown): () => void {
  // Safari has no such callback.
  if (typeof requestIdleCallback === "undefined") {
    const timer = setTimeout(run, 1000);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(run);
  return () => cancelIdleCallback(handle);
}
