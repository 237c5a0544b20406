import { ClientError, networkError } from "../client-error.ts";
import type { Connection, Link, LinkMaker } from "../connection/link.ts";
import type { Http } from "../http.ts";
import { limits } from "../limits.ts";
import type { Timing } from "../timing.ts";
import type { Feed, FeedSession } from "./feed.ts";
import { parseObject, readEventLine } from "./frame.ts";
import { closeError, openSocket, replacedError } from "./open-socket.ts";
import { SocketCalls } from "./socket-calls.ts";

/** Whether the session's events belong to the newest subscription, and not still to the previous one. */
interface Subscription {
  current: boolean;
}

/** One socket for all sessions: the server sends events, the client sends commands. */
export class WebSocketFeed implements Feed {
  readonly resumes = true;
  private readonly http: Http;
  private readonly timing: Timing;
  private readonly makeLink: LinkMaker;
  private readonly attached = new Map<string, FeedSession>();
  private readonly followed = new Set<FeedSession>();
  private link: Link | null = null;
  /** The number of the open socket. */
  private calls: SocketCalls | null = null;
  private subscriptions = new Map<string, Subscription>();

  constructor(http: Http, timing: Timing, makeLink: LinkMaker) {
    this.http = http;
    this.timing = timing;
    this.makeLink = makeLink;
  }

  attach(session: FeedSession): void {
    this.attached.set(session.sessionId, session);
    this.link ??= this.makeLink({
      run: (connection) => this.run(connection),
      changed: (state, error) => {
        for (const each of [...this.attached.values()]) each.linkChanged(state, error);
      },
    });
    session.linkChanged(this.link.state, this.link.error);
  }

  follow(session: FeedSession): void {
    this.followed.add(session);
    if (this.calls !== null) this.subscribe(session, this.calls);
  }

  detach(session: FeedSession): void {
    this.attached.delete(session.sessionId);
    this.followed.delete(session);
    if (this.subscriptions.delete(session.sessionId)) {
      // A closed socket has left the session anyway.
      this.calls?.call("leave", { session_id: session.sessionId }).catch(() => undefined);
    }
    if (this.attached.size > 0) return;
    this.link?.close();
    this.link = null;
  }

  retry(): void {
    this.link?.retry();
  }

  /** Sends a command over the socket; null if it is not open. */
  command(type: string, body: object): Promise<unknown> | null {
    return this.calls?.call(type, body) ?? null;
  }

  private async run(connection: Connection): Promise<never> {
    let wasOpen = false;
    try {
      return await this.converse(connection, () => {
        wasOpen = true;
      });
    } catch (error) {
      // A rejected socket does not state the reason; a plain request does.
      if (!wasOpen && !connection.signal.aborted) await this.http.call("sessions.list", { limit: 1 });
      throw error;
    }
  }

  private converse({ signal, opened, alive }: Connection, isOpen: () => void): Promise<never> {
    return new Promise((_, reject) => {
      const socket = openSocket(this.http.base, this.http.credentials);
      const calls = new SocketCalls((text) => socket.send(text), this.timing);
      let stopPing = () => {};
      const end = (error: ClientError) => {
        stopPing();
        if (this.calls === calls) this.calls = null;
        calls.fail(networkError("The connection was lost before the answer arrived.", error));
        reject(error);
      };
      signal.addEventListener("abort", () => {
        end(signal.reason as ClientError);
        socket.close();
      });
      socket.onopen = () => {
        if (signal.aborted) return socket.close();
        isOpen();
        this.calls = calls;
        this.hello(calls);
        stopPing = pingEach(limits.pingMs, calls, this.timing);
        opened();
      };
      socket.onmessage = ({ data }) => {
        if (signal.aborted) return;
        alive();
        try {
          this.take(String(data), calls);
        } catch (error) {
          end(error as ClientError);
          socket.close();
        }
      };
      // A close event with the reason follows.
      socket.onerror = () => undefined;
      socket.onclose = (close) => end(closeError(close));
    });
  }

  private hello(calls: SocketCalls): void {
    const followed = [...this.followed];
    this.subscriptions = new Map(followed.map(({ sessionId }) => [sessionId, { current: true }]));
    const told = calls.call("hello", { sessions: followed.map(subscriptionOf) }) as Promise<HelloAnswer>;
    told.then(
      ({ sessions = [] }) => {
        // Loading it again shows why it was rejected.
        for (const { session_id, error } of sessions)
          if (error !== undefined) this.attached.get(session_id)?.lost();
      },
      // The socket is closed; the next one sends a new hello.
      () => undefined,
    );
  }

  private subscribe(session: FeedSession, calls: SocketCalls): void {
    const { sessionId } = session;
    const before = this.subscriptions.get(sessionId);
    const mine: Subscription = { current: before === undefined };
    this.subscriptions.set(sessionId, mine);
    const begin = () => {
      if (this.calls !== calls || this.subscriptions.get(sessionId) !== mine) return;
      mine.current = true;
      calls.call("subscribe", subscriptionOf(session)).catch(() => {
        // Rejected. If the socket is closed instead, the next one's hello asks again.
        if (this.calls === calls && this.subscriptions.get(sessionId) === mine) session.lost();
      });
    };
    if (before === undefined) begin();
    else calls.call("leave", { session_id: sessionId }).then(begin, begin);
  }

  private take(text: string, calls: SocketCalls): void {
    if (text.length > limits.eventChars) {
      throw new ClientError(
        "event_too_large",
        `An event is longer than ${limits.eventChars} characters, so it is not read.`,
      );
    }
    const message = parseObject(text);
    if (calls.take(message)) return;
    // Unsubscribed: the server can no longer send this session. Loading it again shows why.
    if (message.type === "resync" || message.type === "left") {
      this.attached.get(String(message.sessionId))?.lost();
      return;
    }
    if (typeof message.seq !== "number") {
      if (message.type === "error" && String(message.code).toLowerCase() === "connection_replaced")
        throw replacedError();
      return;
    }
    const event = readEventLine(text, message);
    if (this.subscriptions.get(event.sessionId)?.current) this.attached.get(event.sessionId)?.take(event);
  }
}

interface HelloAnswer {
  readonly sessions?: readonly { readonly session_id: string; readonly error?: unknown }[];
}

/** Programs cannot see the server's own heartbeat on a socket, but they see its answer to this ping. */
function pingEach(ms: number, calls: SocketCalls, timing: Timing): () => void {
  let cancel = () => {};
  const arm = () => {
    cancel = timing.setTimer(() => {
      // A ping without an answer shows up as silence.
      calls.call("ping", {}).catch(() => undefined);
      arm();
    }, ms);
  };
  arm();
  return () => cancel();
}

function subscriptionOf({ sessionId, cursor }: FeedSession): object {
  return cursor === null ? { session_id: sessionId } : { session_id: sessionId, after: cursor };
}
