import type { ChatMessage } from "@polylog/core";
import { type Api, makeApi } from "./api/api.ts";
import { repeater } from "./api/repeat.ts";
import type { CallOptions } from "./api/routes.ts";
import type { Confirm } from "./confirm.ts";
import type { ConnectOptions } from "./connect-options.ts";
import { newClientId } from "./connect-options.ts";
import type { ConnectionView } from "./connection/connections.ts";
import { Connections } from "./connection/connections.ts";
import { browserNetwork, needsNetwork } from "./connection/network.ts";
import { Http } from "./http.ts";
import type { RunHandle } from "./session/run-handle.ts";
import type { SessionHandle } from "./session/session-handle.ts";
import { Sessions } from "./sessions.ts";
import type { FramesListener } from "./stream/shared-sse.ts";
import { systemTiming } from "./timing.ts";

/** A server, as a screen or a program sees it. */
export interface Client extends Api {
  /** Sends a message and follows its run: in a new session, or in the one that `sessionId` names. */
  run(message: ChatMessage, options?: CallOptions): Promise<RunHandle>;
  /** Follows a session. Asked for twice it is the same handle; it is let go when it was closed as often. */
  session(sessionId: string): SessionHandle;
  /**
   * All frames of all sessions from now on, those of one tick together. After a lost connection it goes on where it
   * was; where that is not possible a frame with `phase: "resync"` says so. One with `phase: "sync"` says what changed
   * that no event tells: missions, settings, sessions that are put away. What was fetched of it is old.
   */
  all(listener: FramesListener): () => void;
  /** How the connection is. The same object until it changes. */
  readonly connection: ConnectionView;
  subscribe(listener: () => void): () => void;
  /** Asks a person where the server wants an action confirmed. Without it such an action fails with `confirmation_required`. */
  confirmWith(confirm: Confirm): void;
  /** Tries again at once, also where that was denied; with a new token where one is given. */
  reconnect(token?: string): void;
  close(): void;
}

export function connect(options: ConnectOptions): Client {
  const {
    url,
    token,
    transport = "sse",
    network = browserNetwork(),
    newId = newClientId,
    ...given
  } = options;
  const timing = {
    now: given.now ?? systemTiming.now,
    elapsed: given.elapsed ?? systemTiming.elapsed,
    random: given.random ?? systemTiming.random,
    setTimer: given.setTimer ?? systemTiming.setTimer,
    schedule: given.schedule ?? systemTiming.schedule,
  };
  const fetch = given.fetch ?? ((input, init) => globalThis.fetch(input, init));
  const http = new Http({ url, token, originKey: given.originKey, fetch, timing });
  const connections = new Connections({ timing, network, needsNetwork: needsNetwork(url) });
  const sessions = new Sessions({
    http,
    timing,
    network,
    transport,
    makeLink: (link) => connections.open(link),
    send: async (sessionId, message, options) => {
      const { projectRoot } = await api.sessions.get({ sessionId }, options);
      return run({ ...message, projectRoot, sessionId }, options);
    },
  });
  const api = makeApi({
    http,
    newId,
    repeat: repeater(timing, network),
    onSocket: sessions.sendOnSocket,
    logChanged: (sessionId) => sessions.logChanged(sessionId),
  });
  const run = async (message: ChatMessage, options?: CallOptions) => {
    const answer = await api.chat.send(message, options);
    // A screen follows sessions instead, and need not load this.
    const { RunHandle } = await import("./session/run-handle.ts");
    return new RunHandle({ answer, api, open: () => sessions.open(answer.sessionId) });
  };
  return {
    ...api,
    run,
    session: (sessionId) => sessions.open(sessionId),
    all: (listener) => sessions.listen(listener),
    get connection() {
      return connections.view;
    },
    subscribe: (listener) => connections.subscribe(listener),
    confirmWith: (confirm) => http.confirmWith(confirm),
    reconnect: (newToken) => {
      if (newToken !== undefined) http.authorize(newToken);
      sessions.retry();
    },
    close: () => sessions.close(),
  };
}
