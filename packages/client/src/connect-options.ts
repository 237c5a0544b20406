import type { Network } from "./connection/network.ts";
import type { Timing } from "./timing.ts";

/**
 * `sse`: one stream of all sessions. `session_sse`: one stream for each followed session, for a program that follows few
 * sessions on a busy server. `websocket`: one socket, for commands too.
 */
export type Transport = "sse" | "session_sse" | "websocket";

export interface KeyStore {
  read(): string | null;
  write(key: string | null): void;
}

export interface ConnectOptions extends Partial<Timing> {
  /** The server's address, including the path under which a proxy serves it. */
  readonly url: string;
  /** Absent in a page that the server itself serves, which uses a cookie and `originKey` instead. */
  readonly token?: string | undefined;
  /** Where a page stores the key that belongs to its cookie. Only its own origin can read it. */
  readonly originKey?: KeyStore | undefined;
  readonly transport?: Transport | undefined;
  readonly fetch?: typeof globalThis.fetch | undefined;
  /** Reports whether this machine has a network. Defaults to the browser's events. */
  readonly network?: Network | undefined;
  /** Creates the ids of messages, which must be globally unique. */
  readonly newId?: (() => string) | undefined;
}

/** 128 random bits. `randomUUID` is missing in pages loaded without TLS, for example in a home network. */
export function newClientId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
