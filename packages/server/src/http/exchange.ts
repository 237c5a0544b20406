import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";

/** One request and its answer, with what the log says about them. */
export interface Exchange {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
  readonly requestId: string;
  /** The route's pattern, never the path itself: a path may hold what somebody pasted. */
  route: string;
  deviceId: string | null;
}

export function beginExchange(incoming: IncomingMessage, outgoing: ServerResponse): Exchange {
  return { incoming, outgoing, requestId: randomUUID(), route: "none", deviceId: null };
}
