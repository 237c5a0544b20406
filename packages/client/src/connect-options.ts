import type { Network } from "./connection/network.ts";
import type { Timing } from "./timing.ts";

/**
 * `sse`: one stream of all sessions. `session_sse`: one stream for each session that is followed, for a program that
 * follows few on a busy server. `websocket`: one socket, for commands too.
 */
export type Transport = "sse" | "session_sse" | "websocket";

export interface KeyStore {
  read(): string | null;
  write(key: string | null): void;
}

export interface ConnectOptions extends Partial<Timing> {
  /** Where the server is, with the path below which a proxy serves it, if one does. */
  readonly url: string;
  /** Absent in a page of the server's own, where a cookie and `originKey` take its place. */
  readonly token?: string | undefined;
  /** Where a page keeps the key that has to come with its cookie. Only its own origin may read it. */
  readonly originKey?: KeyStore | undefined;
  readonly transport?: Transport | undefined;
  readonly fetch?: typeof globalThis.fetch | undefined;
  /** Tells when this machine has a network; a browser's own events where it is absent. */
  readonly network?: Network | undefined;
  /** Makes the ids of messages: never the same twice, on no device. */
  readonly newId?: (() => string) | undefined;
}

/** 128 random bits. `randomUUID` is missing in pages that came without TLS, as over a home network. */
export function newClientId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
