import { type IntervalHistogram, monitorEventLoopDelay } from "node:perf_hooks";
import type { LogCounts } from "../store/store.ts";

/** Numbers kept by other modules, read on each request for metrics. */
export interface Readings {
  /** Events and commits since the start. */
  readonly events: () => number;
  readonly commits: () => number;
  /** Old sessions deleted since the start. */
  readonly retired: () => number;
  /** Active runs, queued messages and open asks. */
  readonly counts: () => Promise<LogCounts>;
}

/** Upper bounds in seconds. A response counts in each bucket that it did not exceed. */
const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

interface Durations {
  /** Responses by their smallest bucket; the last entry counts those above all bounds. */
  readonly counts: number[];
  sum: number;
}

type Reading = readonly [name: string, help: string, read: (() => number) | undefined];

export class Metrics {
  private readonly readings: Partial<Readings>;
  private readonly clients: () => number;
  private readonly lag: IntervalHistogram = monitorEventLoopDelay({ resolution: 20 });
  /** Responses by route, then by status. */
  private readonly answers = new Map<string, Map<number, number>>();
  private readonly durations = new Map<string, Durations>();

  constructor(readings: Partial<Readings>, clients: () => number) {
    this.readings = readings;
    this.clients = clients;
    this.lag.enable();
  }

  /** Counts a response. */
  answered(route: string, status: number): void {
    const counts = this.answers.get(route) ?? new Map<number, number>();
    this.answers.set(route, counts.set(status, (counts.get(status) ?? 0) + 1));
  }

  /** Records the duration of a response. Routes are patterns, so their number is bounded. */
  took(route: string, ms: number): void {
    const durations = this.durations.get(route) ?? { counts: Array(buckets.length + 1).fill(0), sum: 0 };
    this.durations.set(route, durations);
    const seconds = ms / 1000;
    const at = buckets.findIndex((bound) => seconds <= bound);
    const bucket = at === -1 ? buckets.length : at;
    durations.counts[bucket] = (durations.counts[bucket] ?? 0) + 1;
    durations.sum += seconds;
  }

  /** The Prometheus text format. The library is loaded on first use to keep the start fast. */
  async text(): Promise<string> {
    const { Counter, Gauge, Registry } = await import("prom-client");
    const registry = new Registry();
    const registers = [registry];
    const { events, commits, retired } = this.readings;
    const counts = await this.readings.counts?.();
    const counters: Reading[] = [
      ["events_total", "Events written since the start.", events],
      ["commits_total", "Commits since the start.", commits],
      ["sessions_retired_total", "Old sessions deleted since the start, as configured.", retired],
    ];
    const gauges: Reading[] = [
      ["queued_messages", "Queued messages.", counts && (() => counts.queued)],
      ["pending_asks", "Open asks.", counts && (() => counts.pendingAsks)],
      ["live_runs", "Active runs.", counts && (() => counts.liveRuns)],
      ["clients", "Open event streams and sockets.", this.clients],
      ["loop_lag_seconds", "The longest event loop delay since the previous scrape.", this.longestLag],
      ["memory_bytes", "Memory of the process.", () => process.memoryUsage.rss()],
      ["uptime_seconds", "Uptime of the process.", () => process.uptime()],
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
    return `${await registry.metrics()}${this.histogram()}`;
  }

  private histogram(): string {
    const name = "polylog_http_request_duration_seconds";
    const lines = [
      `# HELP ${name} Duration of requests, from their headers to the end of the response, without streams.`,
      `# TYPE ${name} histogram`,
    ];
    for (const [route, { counts, sum }] of this.durations) {
      let total = 0;
      counts.forEach((count, at) => {
        total += count;
        lines.push(`${name}_bucket{le="${buckets[at] ?? "+Inf"}",route="${route}"} ${total}`);
      });
      lines.push(`${name}_sum{route="${route}"} ${sum}`, `${name}_count{route="${route}"} ${total}`);
    }
    return `${lines.join("\n")}\n`;
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
