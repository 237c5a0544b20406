/** Tells when the machine loses its network and when it is back. */
export interface Network {
  subscribe(listener: (online: boolean) => void): () => void;
}

interface Events {
  addEventListener?(type: string, listener: () => void): void;
  removeEventListener?(type: string, listener: () => void): void;
}

/** What a browser tells; elsewhere nobody does, and the heartbeat finds out. */
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

/** A server on this machine is reached without any network. */
export function needsNetwork(url: string): boolean {
  const { hostname } = new URL(url);
  return !(
    hostname === "localhost" ||
    hostname.endsWith(".localhost") ||
    hostname === "[::1]" ||
    hostname.startsWith("127.")
  );
}
