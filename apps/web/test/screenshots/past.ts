/** Logs of the last weeks in the export format, so that the usage page has data. */

const dayMs = 24 * 3600_000;

export interface Past {
  readonly title: string;
  readonly agentId: string;
  readonly model: string;
  /** It started and ended this many days ago. */
  readonly from: number;
  readonly to: number;
  /** The cost of an average day, in dollars. */
  readonly costUsd: number;
}

export const pasts: readonly Past[] = [
  { title: "Typed prices in the cart", agentId: "claude", model: "opus", from: 27, to: 2, costUsd: 2.1 },
  { title: "Faster product search", agentId: "codex", model: "gpt-5.2-codex", from: 22, to: 1, costUsd: 0.9 },
  { title: "Dependencies, every week", agentId: "pi", model: "sonnet", from: 26, to: 5, costUsd: 0.4 },
];

/** One run per working day, with varying usage. */
export function pastLog({ title, agentId, model, from, to, costUsd }: Past, now: number): string {
  const events: object[] = [];
  const tell = (ts: number, body: object) => {
    const seq = events.length + 1;
    events.push({ id: `past-${agentId}-${seq}`, sessionId: "past", seq, rev: 1, ts, agentId, ...body });
  };
  tell(now - from * dayMs, { type: "title", title });
  for (let day = from; day >= to; day--) {
    const ts = now - day * dayMs;
    if (new Date(ts).getDay() % 6 === 0) continue;
    const runId = `past-${agentId}-${day}`;
    const share = 0.35 + ((day * 37 + agentId.length * 13) % 29) / 20;
    tell(ts, { type: "user_message", text: "Continue.", runId });
    tell(ts + 1, { type: "run_started", runId });
    tell(ts + 60_000, { type: "text_done", responseId: `r-${day}`, text: "Done for today.", runId });
    const used = {
      inputTokens: Math.round(9_000 * share),
      outputTokens: Math.round(6_400 * share),
      cacheReadTokens: Math.round(88_000 * share),
    };
    const usage = [{ model, ...used, costUsd: Math.round(costUsd * share * 100) / 100 }];
    tell(ts + 61_000, { type: "run_ended", outcome: "completed", usage, runId });
  }
  return `${events.map((event) => JSON.stringify(event)).join("\n")}\n`;
}
