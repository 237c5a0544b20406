/**
 * Gives the SDK a separate signal for each request. It keeps listening to the signal after the answer, and would
 * otherwise report an answered request as cancelled to the server.
 */
export async function withOwnSignal<T>(
  signal: AbortSignal,
  use: (own: AbortSignal) => Promise<T>,
): Promise<T> {
  signal.throwIfAborted();
  const own = new AbortController();
  const abort = () => own.abort(signal.reason);
  signal.addEventListener("abort", abort);
  try {
    return await use(own.signal);
  } finally {
    signal.removeEventListener("abort", abort);
  }
}

/** The value of a promise, or null as soon as the signal aborts. */
export async function orNullIfAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T | null> {
  const { promise: aborted, resolve } = Promise.withResolvers<null>();
  const abort = () => resolve(null);
  if (signal.aborted) abort();
  signal.addEventListener("abort", abort);
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    signal.removeEventListener("abort", abort);
  }
}
