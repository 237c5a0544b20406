import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { mayUse, type Role } from "@polylog/core";
import { type WebSocket, WebSocketServer } from "ws";
import { PolylogError } from "../../polylog-error.ts";
import type { Auth, Identity } from "../auth/auth.ts";
import { KEY_PROTOCOL } from "../auth/credentials.ts";
import type { BodyLimits } from "../body-bounds.ts";
import type { BasePath } from "../entry/base-path.ts";
import type { Guard } from "../entry/guard.ts";
import { sendErrorOnSocket } from "../send.ts";
import type { Streams } from "../streams.ts";
import { toPolylogError } from "../to-error.ts";
import { holdSocket } from "./hold-socket.ts";

/**
 * A path that accepts sockets. Its clients are authenticated before `open` is called. Pings, and closing the sockets when
 * a device is revoked or the server stops, are handled for it.
 */
export interface SocketRoute {
  readonly path: string;
  readonly role: Role;
  open(socket: WebSocket, wire: Duplex, who: Identity, request: IncomingMessage): void;
}

export interface SocketsOptions {
  readonly guard: Guard;
  readonly basePath: BasePath;
  readonly auth: Auth;
  readonly streams: Streams;
  readonly routes: readonly SocketRoute[];
  readonly limits: BodyLimits;
}

export class Sockets {
  private readonly options: SocketsOptions;
  /** For clients that can only read, and for those that can send images. */
  private readonly quiet: WebSocketServer;
  private readonly talking: WebSocketServer;

  constructor(options: SocketsOptions) {
    this.options = options;
    this.quiet = serverOf(options.limits.bodyBytes);
    this.talking = serverOf(options.limits.imagesBodyBytes);
  }

  upgrade(request: IncomingMessage, wire: Duplex, head: Buffer): void {
    const onError = () => wire.destroy();
    wire.on("error", onError);
    try {
      const { route, who } = this.admit(request);
      wire.off("error", onError);
      const server = mayUse(who.role, "prompter") ? this.talking : this.quiet;
      server.handleUpgrade(request, wire, head, (socket) => {
        holdSocket(this.options.streams, socket, wire, who);
        route.open(socket, wire, who, request);
      });
    } catch (thrown) {
      sendErrorOnSocket(wire, toPolylogError(thrown));
    }
  }

  private admit(request: IncomingMessage): { readonly route: SocketRoute; readonly who: Identity } {
    const { guard, auth, streams, routes, basePath } = this.options;
    const refused = guard.check(request);
    if (refused !== null) throw refused;
    basePath.strip(request);
    const who = auth.callerOf(request);
    const path = request.url?.split("?", 1)[0];
    const route = routes.find((candidate) => candidate.path === path);
    if (route === undefined)
      throw new PolylogError("not_found", "This path does not accept sockets. Connect to /ws.");
    if (!mayUse(who.role, route.role))
      throw new PolylogError(
        "not_allowed",
        `This requires the role ${route.role}. Use a device that has it.`,
      );
    // Browsers always send the origin of the page. A cookie without an origin does not come from a browser page.
    if (who.via === "cookie" && request.headers.origin === undefined) {
      throw new PolylogError(
        "foreign_origin",
        "A socket with a cookie requires an Origin header. Open it from the page, or use a token.",
      );
    }
    streams.checkRoom(who);
    return { route, who };
  }
}

function serverOf(maxPayload: number): WebSocketServer {
  // Compression takes ten times the CPU time of sending, and most connections are local.
  const perMessageDeflate = false;
  const server = new WebSocketServer({
    noServer: true,
    perMessageDeflate,
    maxPayload,
    clientTracking: false,
    // An offered protocol may be the browser's key, which must not be echoed.
    handleProtocols: (offered) => [...offered].find((each) => !each.startsWith(KEY_PROTOCOL)) ?? false,
  });
  server.on("wsClientError", (_, wire) => {
    sendErrorOnSocket(
      wire,
      new PolylogError("bad_request", "Invalid WebSocket handshake. Use a WebSocket client for this path."),
    );
  });
  return server;
}
