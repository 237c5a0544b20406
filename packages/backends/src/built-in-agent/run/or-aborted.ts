/** What is waited for, unless the signal comes first: then its reason is thrown. */
export function orAborted<T>(waiting: Promise<T>, signal: AbortSignal): Promise<T> {
  if (signal.aborted) {
    // Nobody waits for it any more.
    waiting.catch(() => undefined);
    return Promise.reject(signal.reason);
  }
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason);
    signal.addEventListener("abort", onAbort, { once: true });
    waiting.then(resolve, reject).finally(() => signal.removeEventListener("abort", onAbort));
  });
}
