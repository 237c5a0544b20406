import { ClientError } from "../client-error.ts";
import type { SessionHandle, SessionView } from "./session-handle.ts";

/**
 * A session's view now and after each change; a slow reader skips intermediate ones. Ends when the session is closed or the
 * signal is aborted, and throws if the session is denied.
 */
export async function* viewsOf(
  session: SessionHandle,
  signal?: AbortSignal,
): AsyncGenerator<SessionView, void, undefined> {
  const over = signal === undefined ? session.closed : AbortSignal.any([session.closed, signal]);
  let wake = () => {};
  const stop = session.subscribe(() => wake());
  const onOver = () => wake();
  over.addEventListener("abort", onOver);
  try {
    let shown: SessionView | null = null;
    while (!over.aborted) {
      const { view } = session;
      if (view.state === "denied") throw view.error;
      if (view !== shown) {
        shown = view;
        yield view;
      } else {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    }
  } finally {
    stop();
    over.removeEventListener("abort", onOver);
  }
}

/** The result of the first view from which one can be derived. Rejects if the session is closed before. */
export async function firstOf<T>(
  session: SessionHandle,
  make: (view: SessionView) => T | undefined,
  signal?: AbortSignal,
): Promise<T> {
  for await (const view of viewsOf(session, signal)) {
    const made = make(view);
    if (made !== undefined) return made;
  }
  const wasAborted = signal?.aborted === true;
  throw wasAborted
    ? new ClientError("aborted", "The wait was cancelled.", { cause: signal.reason })
    : new ClientError("closed", "The session was closed.");
}
