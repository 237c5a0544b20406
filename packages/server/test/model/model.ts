/**
 * A minimal model of a session: its messages, the active run, the queue. The behavior of the real session
 * with programs, logs and streams must match it.
 */

/** The effect of a message on the agent: it completes, fails, asks, or works until it is cancelled. */
export const kinds = ["echo", "fail", "ask", "hold"] as const;
export type Kind = (typeof kinds)[number];

export interface ModelRun {
  readonly text: string;
  outcome: "completed" | "failed" | "cancelled" | "interrupted" | null;
}

export interface ModelMessage {
  readonly clientMessageId: string;
  readonly text: string;
}

export interface ModelSession {
  readonly said: string[];
  readonly runs: ModelRun[];
  queue: ModelMessage[];
  isPaused: boolean;
  /** Settled asks, and how often each may still be answered. */
  readonly asks: ("pending" | "answered" | "over")[];
}

export interface Model {
  readonly sessions: ModelSession[];
  /** Accepted messages, by the client's ID. */
  readonly taken: { readonly session: number; readonly message: ModelMessage }[];
  count: number;
}

export function newModel(sessions: number): Model {
  const session = (): ModelSession => ({ said: [], runs: [], queue: [], isPaused: false, asks: [] });
  return { sessions: Array.from({ length: sessions }, session), taken: [], count: 0 };
}

function kindOf(text: string): Kind {
  return kinds.find((kind) => text.startsWith(kind)) ?? "echo";
}

export function activeRun({ runs }: ModelSession): ModelRun | null {
  const last = runs.at(-1);
  return last?.outcome === null ? last : null;
}

/**
 * Accepts a message: it runs if the session is idle, steers the active run, or is queued. A paused queue
 * holds only its own messages.
 */
export function post(
  session: ModelSession,
  message: ModelMessage,
  steers: boolean,
): "run" | "steer" | "queue" {
  const active = activeRun(session);
  if (active === null && (session.queue.length === 0 || (session.isPaused && steers))) {
    start(session, message.text);
    return "run";
  }
  if (active !== null && steers) {
    session.said.push(message.text);
    return "steer";
  }
  session.queue.push(message);
  goOn(session);
  return "queue";
}

/** A person stops a run: the messages behind it are held. */
export function stop(session: ModelSession): void {
  session.isPaused ||= session.queue.length > 0;
  end(session, "cancelled");
}

export function end(session: ModelSession, outcome: NonNullable<ModelRun["outcome"]>): void {
  const active = activeRun(session);
  if (active === null) return;
  active.outcome = outcome;
  const ask = session.asks.lastIndexOf("pending");
  if (ask !== -1) session.asks[ask] = outcome === "completed" ? "answered" : "over";
  if (outcome === "failed") session.isPaused ||= session.queue.length > 0;
  else goOn(session);
}

/** Runs queued messages until a run stays active or pauses the queue. */
export function goOn(session: ModelSession): void {
  if (session.isPaused || activeRun(session) !== null) return;
  const next = session.queue.shift();
  if (next !== undefined) start(session, next.text);
}

/** An empty queue is not paused: there is nothing to hold. */
export function setQueue(session: ModelSession, queue: ModelMessage[]): void {
  session.queue = queue;
  if (queue.length === 0) session.isPaused = false;
}

function start(session: ModelSession, text: string): void {
  session.said.push(text);
  session.runs.push({ text, outcome: null });
  const kind = kindOf(text);
  if (kind === "ask") session.asks.push("pending");
  if (kind === "echo") end(session, "completed");
  if (kind === "fail") end(session, "failed");
}
