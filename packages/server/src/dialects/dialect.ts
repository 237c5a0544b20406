import type { PolylogEvent, Role, StateChange } from "@polylog/core";

/** A message of a dialect, or one sent to `/ws`: a command with its id, `hello`, `subscribe`, `leave` or `ping`. */
export type Message = Readonly<Record<string, unknown>>;

/** A message from `/ws`: an event of a session, the answer to a command, or a change outside the log. */
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

/** A dialect's next state, and the translated messages: none, one or several. */
export interface Translated<State> {
  readonly state: State;
  readonly messages: readonly Message[];
}

/**
 * Another system's format for the messages of `/ws`. It only translates: credentials, roles, limits, backpressure and
 * resuming are those of `/ws`. All functions are pure.
 */
export type Dialect<State = unknown> = {
  readonly path: `/${string}`;
  /** The role required to open a connection. Each command also requires its own role. */
  readonly role: Role;
  /** The first state, and the messages that a new connection sends to `/ws` first, starting with `hello`. */
  open(query: Readonly<Record<string, string>>): Translated<State>;
  toDialect(state: State, message: ServerMessage): Translated<State>;
} & (
  | { readonly transport: "websocket"; fromDialect(state: State, message: Message): Translated<State> }
  /** Server-sent events in response to a GET. The client cannot send messages. */
  | { readonly transport: "stream" }
);

/** A dialect with the state of one connection. */
export interface Translator {
  /** Messages sent to `/ws` before the client's first message. */
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
