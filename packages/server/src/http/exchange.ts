import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";

/** A request and its response, with the details for the server's log. */
export interface Exchange {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
  readonly requestId: string;
  /** The route's pattern, never the path itself, which may contain pasted secrets. */
  route: string;
  deviceId: string | null;
}

export function beginExchange(incoming: IncomingMessage, outgoing: ServerResponse): Exchange {
  return { incoming, outgoing, requestId: randomUUID(), route: "none", deviceId: null };
}
