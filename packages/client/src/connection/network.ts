/** Reports when the machine loses its network and when it is back. */
export interface Network {
  subscribe(listener: (online: boolean) => void): () => void;
}

interface Events {
  addEventListener?(type: string, listener: () => void): void;
  removeEventListener?(type: string, listener: () => void): void;
}

/** A browser's network events; in other environments only the heartbeat detects a lost network. */
export function browserNetwork(events: Events = globalThis as Events): Network {
  return {
    subscribe: (listener) => {
      const online = () => listener(true);
      const offline = () => listener(false);
      events.addEventListener?.("online", online);
      events.addEventListener?.("offline", offline);
      return () => {
        events.removeEventListener?.("online", online);
        events.removeEventListener?.("offline", offline);
      };
    },
  };
}

/** A server on this machine is reachable without a network. */
export function needsNetwork(url: string): boolean {
  const { hostname } = new URL(url);
  return !(
    hostname === "localhost" ||
    hostname.endsWith(".localhost") ||
    hostname === "[::1]" ||
    hostname.startsWith("127.")
  );
}
