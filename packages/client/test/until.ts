import type { Snapshot } from "@polylog/core";
import { toSnapshot } from "@polylog/core";
import type { SessionHandle, SessionState, SessionView } from "../src/index.ts";
import type { FakeServer } from "./fake/fake-server.ts";

/** Resolves as soon as a session is in the expected state; otherwise the test times out at this call. */
export function until(handle: SessionHandle, isSo: (view: SessionView) => boolean): Promise<SessionView> {
  return new Promise((resolve) => {
    const look = () => {
      if (!isSo(handle.view)) return;
      stop();
      resolve(handle.view);
    };
    const stop = handle.subscribe(look);
    look();
  });
}

export function untilState(handle: SessionHandle, state: SessionState): Promise<SessionView> {
  return until(handle, (view) => view.state === state);
}

/** Resolves when the session is live and has everything that the server's log has. */
export function untilInSync(handle: SessionHandle, { log }: FakeServer): Promise<SessionView> {
  return until(handle, ({ state, conversation }) => {
    const { rev, seq } = log.session(handle.sessionId).conversation;
    return state === "live" && conversation.seq === seq && conversation.rev === rev;
  });
}

/** Every state that a session passes through, from now on. */
export function statesOf(handle: SessionHandle): SessionState[] {
  const states: SessionState[] = [handle.state];
  handle.subscribe(() => {
    if (handle.state !== states.at(-1)) states.push(handle.state);
  });
  return states;
}

export function snapshotOf(handle: SessionHandle): Snapshot {
  return plain(toSnapshot(handle.conversation));
}

export function serverSnapshot({ log }: FakeServer, sessionId: string): Snapshot {
  return plain(toSnapshot(log.session(sessionId).conversation));
}

function plain(snapshot: Snapshot): Snapshot {
  return JSON.parse(JSON.stringify(snapshot)) as Snapshot;
}
