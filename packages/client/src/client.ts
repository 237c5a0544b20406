import type { ChatMessage } from "@polylog/core";
import { type Api, makeApi } from "./api/api.ts";
import { repeater } from "./api/repeat.ts";
import type { CallOptions } from "./api/routes.ts";
import type { Confirm } from "./confirm.ts";
import { type ConnectOptions, newClientId } from "./connect-options.ts";
import { Connections, type ConnectionView } from "./connection/connections.ts";
import { browserNetwork, needsNetwork } from "./connection/network.ts";
import { Http } from "./http.ts";
import type { RunHandle } from "./session/run-handle.ts";
import type { SessionHandle } from "./session/session-handle.ts";
import { Sessions } from "./sessions.ts";
import type { FramesListener } from "./stream/shared-sse.ts";
import { systemTiming } from "./timing.ts";

/** A connection to a server, for a screen or a program. */
export interface Client extends Api {
  /** Sends a message and follows its run: in a new session, or in the one that `sessionId` names. */
  run(message: ChatMessage, options?: CallOptions): Promise<RunHandle>;
  /** Follows a session. Repeated calls return the same handle, which is released once it was closed as often. */
  session(sessionId: string): SessionHandle;
  /**
   * All frames of all sessions from now on, grouped by tick. After a lost connection it resumes; if that is not possible, a
   * frame with `phase: "resync"` reports it. A frame with `phase: "sync"` names data that changed without an event: missions,
   * settings, archived sessions. Data fetched earlier is then outdated.
   */
  all(listener: FramesListener): () => void;
  /** The connection's state. The same object until it changes. */
  readonly connection: ConnectionView;
  subscribe(listener: () => void): () => void;
  /**
   * Asks a person when the server requires confirmation of an action. Without it, such an action fails with
   * `confirmation_required`.
   */
  confirmWith(confirm: Confirm): void;
  /** Reconnects at once, even after a denial; with a new token if one is given. */
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
    // Screens follow sessions instead and do not need to load this.
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
