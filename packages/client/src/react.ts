import type { Client } from "./client.ts";
import type { ConnectionView } from "./connection/connections.ts";
import type { SessionHandle, SessionView } from "./session/session-handle.ts";

/** What is needed of React, given by whoever has it: the terminal and the web may bring different copies. */
export interface ReactLike {
  useSyncExternalStore<T>(
    subscribe: (listener: () => void) => () => void,
    getSnapshot: () => T,
    getServerSnapshot?: () => T,
  ): T;
}

export interface Hooks {
  /** State, conversation and error of a session. Draws anew when one of them changes. */
  useSession(handle: SessionHandle): SessionView;
  /**
   * A part of it, for a component that shows only that. Draws anew when the part is another one; give back something
   * that is in the view, or a plain value, and never an object made on the spot.
   */
  useSessionPart<T>(handle: SessionHandle, part: (view: SessionView) => T): T;
  /** How the client is connected. */
  useConnection(client: Client): ConnectionView;
}

/** `const { useSession } = createHooks(React)` */
export function createHooks({ useSyncExternalStore }: ReactLike): Hooks {
  // React subscribes anew whenever it is given another function, so each store has one for all its components.
  const subscribers = new WeakMap<object, (listener: () => void) => () => void>();
  const subscriberOf = (store: SessionHandle | Client) => {
    const known = subscribers.get(store) ?? ((listener) => store.subscribe(listener));
    subscribers.set(store, known);
    return known;
  };
  const read = <T>(store: SessionHandle | Client, get: () => T): T =>
    useSyncExternalStore(subscriberOf(store), get, get);
  return {
    useSession: (handle) => read(handle, () => handle.view),
    useSessionPart: (handle, part) => read(handle, () => part(handle.view)),
    useConnection: (client) => read(client, () => client.connection),
  };
}
