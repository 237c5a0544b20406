import {
  type Ask,
  type AskDescription,
  addressOf,
  answerRoutes,
  type ChatAnswer,
  type PolylogEvent,
  type RouteName,
} from "@polylog/core";
import { type Http, type Input, type Result, readResult, requestOf } from "../http.ts";
import { readEventValue } from "../stream/frame.ts";
import { type AskAnswers, type AskKind, type AskRef, answerInputs } from "./answer-ask.ts";
import type { Repeat } from "./repeat.ts";
import { type CallOptions, type RouteCall, type Routes, routesOf } from "./routes.ts";
import { type Verified, type VerifyOptions, verify } from "./verify.ts";

export interface LogPage {
  readonly events: readonly PolylogEvent[];
  /** Where the next page begins; null at the end of the log. */
  readonly next: string | null;
}

/** Every route of the contract, in groups. Methods that send more than one request, or check the response, are listed here. */
export interface Api
  extends Omit<Routes, "asks" | "chat" | "devices" | "events" | "maintenance" | "pairings"> {
  readonly chat: {
    /**
     * Sends a message. It has an id, so it can be sent again until the server has it: after a lost answer, a restart or a cut
     * connection it is still one message.
     */
    send(message: Input<"chat.send">, options?: CallOptions): Promise<ChatAnswer>;
  };
  readonly asks: Omit<Routes["asks"], "list"> & {
    /** Everything that waits for a person, in all sessions and at any depth of subagents. */
    list(input?: object, options?: CallOptions): Promise<{ readonly asks: readonly Ask[] }>;
    /** Answers an ask with the route for its kind. */
    answer<Kind extends AskKind>(
      ask: AskRef<Kind>,
      answer: AskAnswers[Kind],
      options?: CallOptions,
    ): Promise<Result<(typeof answerRoutes)[AskKind]>>;
  };
  readonly events: Omit<Routes["events"], "page"> & {
    /** The log, one page at a time. `after` is a seq, or `next` of the previous page. */
    page(
      input: Omit<Input<"events.page">, "after"> & { readonly after?: number | string | undefined },
      options?: CallOptions,
    ): Promise<LogPage>;
  };
  readonly devices: Omit<Routes["devices"], "login"> & {
    /** Exchanges the one-time code in the page's address for a cookie, and stores the cookie's key. */
    login: Without<RouteCall<"devices.login">, "originKey">;
  };
  readonly pairings: Omit<Routes["pairings"], "pair"> & {
    /** For the device: sends the code, then polls with the claim. A page that gets a cookie stores the cookie's key. */
    pair: Without<RouteCall<"pairings.pair">, "originKey">;
  };
  readonly maintenance: Omit<Routes["maintenance"], "verify"> & {
    /** Verifies every event's checksum; returns the sessions that are damaged. */
    verify(options?: VerifyOptions): Promise<Verified>;
  };
}

type Without<Call, Field extends string> = Call extends (...args: infer Args) => Promise<infer Result>
  ? (...args: Args) => Promise<Omit<Result, Field>>
  : never;

/** Sends a command if a socket is open: returns the response's body, or null to send it as a request. */
export type SendOnSocket = (type: string, body: object) => Promise<unknown> | null;

export interface ApiOptions {
  readonly http: Http;
  readonly onSocket: SendOnSocket;
  readonly repeat: Repeat;
  readonly newId: () => string;
  /** Called when a session's log was rewound or deleted. */
  readonly logChanged: (sessionId: string) => void;
}

/** Routes that work on the whole log, without a time limit. */
const patient: ReadonlySet<RouteName> = new Set<RouteName>([
  "sessions.adopt",
  "maintenance.backup",
  "maintenance.previewRestore",
  "maintenance.restore",
  "maintenance.importSession",
]);

/** Requests that a socket accepts as commands. Others may need a confirmation, which only a request can carry. */
const onSockets: ReadonlySet<RouteName> = new Set<RouteName>([
  "chat.send",
  "runs.cancel",
  ...Object.values(answerRoutes),
]);

export function makeApi({ http, onSocket, repeat, newId, logChanged }: ApiOptions): Api {
  const send = async <Name extends RouteName>(
    name: Name,
    input: Input<Name>,
    { signal }: CallOptions = {},
  ): Promise<Result<Name>> => {
    const answer = onSockets.has(name)
      ? onSocket(addressOf(name).command ?? "", requestOf(name, input).body ?? {})
      : null;
    if (answer !== null) return readResult(name, await answer);
    return http.call(name, input, { signal, patient: patient.has(name) });
  };
  const routes = routesOf((name, input, options) => send(name, input as Input<RouteName>, options));
  return {
    ...routes,
    chat: {
      send: async (message, options = {}) => {
        const clientMessageId = message.clientMessageId ?? newId();
        const input = { ...message, clientMessageId };
        const answer = await repeat(() => send("chat.send", input, options), options.signal);
        return { ...answer, clientMessageId };
      },
    },
    runs: {
      ...routes.runs,
      cancel: (input, options = {}) => repeat(() => send("runs.cancel", input, options), options.signal),
    },
    asks: {
      ...routes.asks,
      list: async (_, options) => {
        const { asks } = await routes.asks.list({}, options);
        return { asks: asks.map(readAsk) };
      },
      answer: ({ askId, kind }, answer, options) =>
        send(answerRoutes[kind], answerInputs[kind](askId, answer), options),
    },
    sessions: {
      ...routes.sessions,
      delete: async (input, options) => {
        const done = await routes.sessions.delete(input, options);
        logChanged(input.sessionId);
        return done;
      },
      rewind: async (input, options) => {
        const row = await routes.sessions.rewind(input, options);
        logChanged(input.sessionId);
        return row;
      },
    },
    events: {
      ...routes.events,
      page: async (input, options) => {
        const { events, next } = await routes.events.page(
          { ...input, after: String(input.after ?? 0) },
          options,
        );
        return { events: events.map(readEventValue), next };
      },
    },
    devices: {
      ...routes.devices,
      login: async (input, options) => {
        const { originKey, ...self } = await routes.devices.login(input, options);
        http.keepKey(originKey);
        return self;
      },
      logout: async (input, options) => {
        const done = await routes.devices.logout(input, options);
        http.keepKey(null);
        return done;
      },
    },
    pairings: {
      ...routes.pairings,
      pair: async (input, options) => {
        const { originKey, ...answer } = await routes.pairings.pair(input, options);
        if (originKey !== undefined) http.keepKey(originKey);
        return answer;
      },
    },
    maintenance: { ...routes.maintenance, verify: (options = {}) => verify(http, options) },
  };
}

function readAsk(ask: Result<"asks.list">["asks"][number]): Ask {
  return {
    ...ask,
    event: readEventValue(ask.event),
    description: ask.description as AskDescription,
  };
}
