import type { Client } from "./client.ts";
import type { ConnectionView } from "./connection/connections.ts";
import type { SessionHandle, SessionView } from "./session/session-handle.ts";

/** The parts of React that are needed. The caller provides them, because the terminal and the web may use different copies. */
export interface ReactLike {
  useSyncExternalStore<T>(
    subscribe: (listener: () => void) => () => void,
    getSnapshot: () => T,
    getServerSnapshot?: () => T,
  ): T;
}

export interface Hooks {
  /** State, conversation and error of a session. Renders again when one of them changes. */
  useSession(handle: SessionHandle): SessionView;
  /**
   * A part of the view, for a component that shows only that. Renders again when the part changes; return an object that is in
   * the view, or a plain value, and never a newly created object.
   */
  useSessionPart<T>(handle: SessionHandle, part: (view: SessionView) => T): T;
  /** The client's connection state. */
  useConnection(client: Client): ConnectionView;
}

/** `const { useSession } = createHooks(React)` */
export function createHooks({ useSyncExternalStore }: ReactLike): Hooks {
  // React subscribes again whenever it gets another function, so all components of a store share one.
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
