import { type IntervalHistogram, monitorEventLoopDelay } from "node:perf_hooks";

/** Numbers that others keep; each is read when somebody asks. */
export interface Readings {
  /** Events and commits since the start. */
  readonly events: () => number;
  readonly commits: () => number;
  /** Old sessions that were deleted since the start. */
  readonly retired: () => number;
  /** Messages that wait, asks that wait for a person, runs that work. */
  readonly queued: () => number;
  readonly asks: () => number;
  readonly runs: () => number;
}

type Reading = readonly [name: string, help: string, read: (() => number) | undefined];

export class Metrics {
  private readonly readings: Partial<Readings>;
  private readonly clients: () => number;
  private readonly lag: IntervalHistogram = monitorEventLoopDelay({ resolution: 20 });
  /** Answers by route and then by status. */
  private readonly answers = new Map<string, Map<number, number>>();

  constructor(readings: Partial<Readings>, clients: () => number) {
    this.readings = readings;
    this.clients = clients;
    this.lag.enable();
  }

  /** Counts an answered request. */
  answered(route: string, status: number): void {
    const counts = this.answers.get(route) ?? new Map<number, number>();
    this.answers.set(route, counts.set(status, (counts.get(status) ?? 0) + 1));
  }

  /** As Prometheus reads them. The library is loaded by the first who asks: a start need not wait for it. */
  async text(): Promise<string> {
    const { Counter, Gauge, Registry } = await import("prom-client");
    const registry = new Registry();
    const registers = [registry];
    const { events, commits, retired, queued, asks, runs } = this.readings;
    const counters: Reading[] = [
      ["events_total", "Events written since the start.", events],
      ["commits_total", "Commits since the start.", commits],
      ["sessions_retired_total", "Old sessions deleted since the start, as configured.", retired],
    ];
    const gauges: Reading[] = [
      ["queued_messages", "Messages that wait for an agent.", queued],
      ["pending_asks", "Asks that wait for a person.", asks],
      ["live_runs", "Runs that work.", runs],
      ["clients", "Open event streams and sockets.", this.clients],
      [
        "loop_lag_seconds",
        "The longest that the event loop was held up since it was last asked.",
        this.longestLag,
      ],
      ["memory_bytes", "Memory of the process.", () => process.memoryUsage.rss()],
      ["uptime_seconds", "How long the process runs.", () => process.uptime()],
    ];
    for (const [name, help, read] of counters) {
      if (read) new Counter({ name: `polylog_${name}`, help, registers }).inc(read());
    }
    for (const [name, help, read] of gauges) {
      if (read) new Gauge({ name: `polylog_${name}`, help, registers }).set(read());
    }
    const name = "polylog_http_requests_total";
    const requests = new Counter({
      name,
      help: "Answered requests.",
      labelNames: ["route", "status"],
      registers,
    });
    for (const [route, counts] of this.answers) {
      for (const [status, count] of counts) requests.inc({ route, status }, count);
    }
    return registry.metrics();
  }

  close(): void {
    this.lag.disable();
  }

  private readonly longestLag = (): number => {
    const seconds = this.lag.max / 1e9;
    this.lag.reset();
    return seconds;
  };
}
