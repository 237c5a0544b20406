import type { PolylogEvent, Role, StateChange } from "@polylog/core";

/** A message of a dialect, or one that a client sends to `/ws`: a command with its id, `hello`, `subscribe`, `leave`, `ping`. */
export type Message = Readonly<Record<string, unknown>>;

/** What `/ws` sends: an event of a session, the answer to a command, or what changed beside the log. */
export type ServerMessage =
  | PolylogEvent
  | { readonly type: "ack"; readonly id: string | number; readonly [field: string]: unknown }
  | {
      readonly type: "nack";
      readonly id: string | number | null;
      readonly error: { readonly code: string; readonly message: string };
    }
  | {
      readonly type: "resync";
      readonly sessionId: string;
      readonly rev: number;
      readonly reason: string;
    }
  | { readonly type: "left"; readonly sessionId: string }
  | ({ readonly type: "sync" } & StateChange);

/** A dialect's next state, and what a message is on the other side: none, one or several. */
export interface Translated<State> {
  readonly state: State;
  readonly messages: readonly Message[];
}

/**
 * Another system's shape for what `/ws` says and hears. It only translates: credentials, roles, limits, back-pressure
 * and resuming are those of `/ws`. All functions are pure.
 */
export type Dialect<State = unknown> = {
  readonly path: `/${string}`;
  /** The role that opening a connection needs. A command also needs its own. */
  readonly role: Role;
  /** The first state, and what a new connection sends to `/ws` by itself: a `hello` first. */
  open(query: Readonly<Record<string, string>>): Translated<State>;
  toDialect(state: State, message: ServerMessage): Translated<State>;
} & (
  | { readonly transport: "websocket"; fromDialect(state: State, message: Message): Translated<State> }
  /** Server-sent events in answer to a GET: its client cannot send anything. */
  | { readonly transport: "stream" }
);

/** A dialect with the state of one connection. */
export interface Translator {
  /** What goes to `/ws` before the client sends anything. */
  readonly opening: readonly Message[];
  toDialect(message: ServerMessage): readonly Message[];
  fromDialect(message: Message): readonly Message[];
}

export function translatorOf(dialect: Dialect, query: Readonly<Record<string, string>>): Translator {
  const opened = dialect.open(query);
  let { state } = opened;
  const keep = (next: Translated<unknown>) => {
    state = next.state;
    return next.messages;
  };
  return {
    opening: opened.messages,
    toDialect: (message) => keep(dialect.toDialect(state, message)),
    fromDialect: (message) =>
      dialect.transport === "stream" ? [] : keep(dialect.fromDialect(state, message)),
  };
}
