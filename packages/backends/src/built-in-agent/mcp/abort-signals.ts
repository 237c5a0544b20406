/**
 * Lends a signal to the SDK for one request. It goes on listening to the one it is given, and would tell the server
 * that a request is cancelled which was answered long ago.
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

/** What a promise gives, or null as soon as the signal is aborted. */
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
