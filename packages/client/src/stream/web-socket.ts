import { ClientError, isTransient, networkError } from "../client-error.ts";
import type { Connection, Link, LinkMaker } from "../connection/link.ts";
import type { Http } from "../http.ts";
import { limits } from "../limits.ts";
import { backoffMs, type Timing } from "../timing.ts";
import type { Feed, FeedSession } from "./feed.ts";
import { parseObject, readEventLine } from "./frame.ts";
import { closeError, openSocket, replacedError } from "./open-socket.ts";
import { SocketCalls, socketError } from "./socket-calls.ts";

/** One socket for all sessions: the server sends events, the client sends commands. */
export class WebSocketFeed implements Feed {
  private readonly http: Http;
  private readonly timing: Timing;
  private readonly makeLink: LinkMaker;
  private readonly attached = new Map<string, FeedSession>();
  /** The sessions whose events the open socket delivers. */
  private readonly subscribed = new Set<FeedSession>();
  private link: Link | null = null;
  /** The number of the open socket. */
  private calls: SocketCalls | null = null;

  constructor(http: Http, timing: Timing, makeLink: LinkMaker) {
    this.http = http;
    this.timing = timing;
    this.makeLink = makeLink;
  }

  attach(session: FeedSession): void {
    this.attached.set(session.sessionId, session);
    this.link ??= this.makeLink({
      run: (connection) => this.run(connection),
      changed: () => {
        for (const each of [...this.attached.values()]) this.tell(each);
      },
    });
    this.tell(session);
    if (this.calls !== null) this.subscribe(session, this.calls);
  }

  detach(session: FeedSession): void {
    this.attached.delete(session.sessionId);
    this.subscribed.delete(session);
    // A closed socket has left the session anyway.
    this.calls?.call("leave", { session_id: session.sessionId }).catch(() => undefined);
    if (this.attached.size > 0) return;
    this.link?.close();
    this.link = null;
  }

  retry(): void {
    this.link?.retry();
    const { calls } = this;
    if (calls === null) return;
    for (const each of this.attached.values()) if (!this.subscribed.has(each)) this.subscribe(each, calls);
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
        if (this.calls === calls) {
          this.calls = null;
          this.subscribed.clear();
        }
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
        this.hello(calls).catch((error: ClientError) => {
          end(error);
          socket.close();
        });
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

  private tell(session: FeedSession): void {
    const { state = "connecting", error = null } = this.link ?? {};
    session.linkChanged(state === "open" && !this.subscribed.has(session) ? "connecting" : state, error);
  }

  private async hello(calls: SocketCalls): Promise<void> {
    const asked = [...this.attached.values()];
    const { sessions = [] } = (await calls.call("hello", { sessions: asked.map(fromNow) })) as HelloAnswer;
    const errors = new Map(sessions.map(({ session_id, error }) => [session_id, error]));
    for (const session of asked) {
      const error = errors.get(session.sessionId);
      this.settle(session, calls, error === undefined ? null : socketError(error));
    }
  }

  private subscribe(session: FeedSession, calls: SocketCalls): void {
    calls.call("subscribe", fromNow(session)).then(
      () => this.settle(session, calls, null),
      (error: ClientError) => this.settle(session, calls, error),
    );
  }

  /** The server has answered a subscription. If the socket is closed meanwhile, the next one's hello asks again. */
  private settle(session: FeedSession, calls: SocketCalls, error: ClientError | null): void {
    if (!this.isOpenFor(session, calls)) return;
    if (error === null) {
      this.subscribed.add(session);
      this.tell(session);
      return;
    }
    session.linkChanged(isTransient(error) ? "offline" : "denied", error);
    if (!isTransient(error)) return;
    const retry = () => this.isOpenFor(session, calls) && this.subscribe(session, calls);
    this.timing.setTimer(retry, backoffMs(0, this.timing.random));
  }

  private isOpenFor(session: FeedSession, calls: SocketCalls): boolean {
    return this.calls === calls && this.attached.get(session.sessionId) === session;
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
    const session = this.attached.get(String(message.sessionId));
    if (message.type === "resync") return session?.lost();
    if (message.type === "left") return session && this.resubscribe(session, calls);
    if (typeof message.seq !== "number") {
      if (message.type === "error" && String(message.code).toLowerCase() === "connection_replaced")
        throw replacedError();
      return;
    }
    session?.take(readEventLine(text, message));
  }

  /** The server can no longer send this session. Its answer states why. */
  private resubscribe(session: FeedSession, calls: SocketCalls): void {
    this.subscribed.delete(session);
    this.tell(session);
    this.subscribe(session, calls);
  }
}

interface HelloAnswer {
  readonly sessions?: readonly { readonly session_id: string; readonly error?: object }[];
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

function fromNow({ sessionId }: FeedSession): object {
  return { session_id: sessionId, after: "now" };
}
