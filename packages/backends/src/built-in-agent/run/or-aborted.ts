/** The value of a promise, unless the signal aborts first: then throws the signal's reason. */
export function orAborted<T>(waiting: Promise<T>, signal: AbortSignal): Promise<T> {
  if (signal.aborted) {
    // The caller no longer waits for it.
    waiting.catch(() => undefined);
    return Promise.reject(signal.reason);
  }
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason);
    signal.addEventListener("abort", onAbort, { once: true });
    waiting.then(resolve, reject).finally(() => signal.removeEventListener("abort", onAbort));
  });
}
