/**
 * What a session is, in a few lines: the messages that were said, the run at work, the queue. Everything that the
 * real one does with programs, logs and streams has to come down to this.
 */

/** What a message makes the agent do: end by itself, fail, ask, or work until it is cancelled. */
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
  /** Asks that were settled, and how often each may still be answered. */
  readonly asks: ("pending" | "answered" | "over")[];
}

export interface Model {
  readonly sessions: ModelSession[];
  /** Messages that were taken, by the client's id. */
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

/** Takes a message: it runs if nothing else does, steers the running one, or waits. A paused queue holds its own messages only. */
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

/** A person stops a run: what waits behind it is held. */
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

/** Runs what waits, until something stays at work or stops the queue. */
export function goOn(session: ModelSession): void {
  if (session.isPaused || activeRun(session) !== null) return;
  const next = session.queue.shift();
  if (next !== undefined) start(session, next.text);
}

/** An empty queue is not paused: there is nothing to stop. */
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
