import { asClientError, ClientError, isDenied, networkError } from "../client-error.ts";
import { limits } from "../limits.ts";
import { backoffMs, Pause, type Timing } from "../timing.ts";
import type { Network } from "./network.ts";

/**
 * Keeps one connection alive: opens it, detects that it is dead, waits, and opens it again. The owner defines how one
 * connection runs, and how to catch up after a gap.
 */

/** `offline` waits for the next attempt, `denied` until a retry is requested. */
export type LinkState = "connecting" | "open" | "offline" | "denied";

/** One connection while it runs. */
export interface Connection {
  /** Aborted when the connection must end. */
  readonly signal: AbortSignal;
  opened(): void;
  /** Data arrived, even a single byte. */
  alive(): void;
}

export interface LinkOptions {
  readonly timing: Timing;
  readonly network: Network;
  /** False if the server is on this machine: losing the network is then no reason to disconnect. */
  readonly needsNetwork: boolean;
  /** Opens a connection and stays in it; rejects when it ends. */
  readonly run: (connection: Connection) => Promise<never>;
  readonly changed: (state: LinkState, error: ClientError | null) => void;
  readonly closed: () => void;
}

/** Creates links that share the client's clock and network and contribute to its state. */
export type LinkMaker = (options: Pick<LinkOptions, "run" | "changed">) => Link;

export class Link {
  private readonly options: LinkOptions;
  private readonly pause: Pause;
  private readonly unsubscribe: () => void;
  private current: AbortController | null = null;
  private attempt = 0;
  private closed = false;
  private restarting = false;
  private restartedAt = Number.NEGATIVE_INFINITY;
  private known: LinkState = "connecting";
  private reason: ClientError | null = null;

  constructor(options: LinkOptions) {
    this.options = options;
    this.pause = new Pause(options.timing);
    this.unsubscribe = options.network.subscribe((online) => this.networkChanged(online));
    void this.keep();
  }

  get state(): LinkState {
    return this.known;
  }

  /** Why it is not open. */
  get error(): ClientError | null {
    return this.reason;
  }

  /** Reconnects at once, even after a denial. */
  retry(): void {
    if (this.known === "open") return;
    this.attempt = 0;
    this.pause.end();
  }

  /** Ends the connection and opens the next one without waiting, unless it did so just before. */
  restart(): void {
    if (this.current === null) return;
    const { elapsed } = this.options.timing;
    this.restarting = elapsed() - this.restartedAt >= (limits.backoffMs[0] as number);
    this.restartedAt = elapsed();
    this.current.abort(networkError("The connection is restarting."));
  }

  close(): void {
    this.closed = true;
    this.unsubscribe();
    this.current?.abort(new ClientError("closed", "The connection was closed."));
    this.pause.end();
    this.options.closed();
  }

  private async keep(): Promise<void> {
    while (!this.closed) {
      const error = await this.connect();
      if (this.closed) return;
      if (this.restarting) {
        this.restarting = false;
        continue;
      }
      const wait = isFinal(error) ? null : backoffMs(this.attempt, this.options.timing.random);
      this.attempt += 1;
      this.change(isDenied(error) ? "denied" : "offline", error);
      await this.pause.wait(wait);
    }
  }

  /** One connection from start to end; returns why it ended. */
  private async connect(): Promise<ClientError> {
    const { timing, run } = this.options;
    const controller = new AbortController();
    this.current = controller;
    this.change("connecting", this.reason);
    const { signal } = controller;
    const silence = watchSilence(timing, () =>
      controller.abort(networkError("The server stopped responding.")),
    );
    let openedAt = Number.POSITIVE_INFINITY;
    try {
      const aborted = new Promise<never>((_, reject) => {
        signal.addEventListener("abort", () => reject(signal.reason), { once: true });
      });
      const opened = () => {
        if (signal.aborted) return;
        openedAt = timing.elapsed();
        this.change("open", null);
      };
      await Promise.race([run({ signal, opened, alive: silence.heard }), aborted]);
      throw networkError("The connection ended.");
    } catch (error) {
      const reason = asClientError(signal.aborted ? signal.reason : error);
      controller.abort(reason);
      return reason;
    } finally {
      silence.stop();
      this.current = null;
      if (timing.elapsed() - openedAt >= limits.stableMs) this.attempt = 0;
    }
  }

  private networkChanged(online: boolean): void {
    if (online) {
      if (this.known === "offline" && (this.reason === null || !isFinal(this.reason))) this.pause.end();
    } else if (this.options.needsNetwork) {
      this.current?.abort(networkError("This machine is offline."));
    }
  }

  private change(state: LinkState, error: ClientError | null): void {
    if (this.closed || (this.known === state && this.reason === error)) return;
    this.known = state;
    this.reason = error;
    this.options.changed(state, error);
  }
}

/** No wait: the same would happen again. */
function isFinal(error: ClientError): boolean {
  return (
    isDenied(error) || error.code.toLowerCase() === "connection_replaced" || error.code === "event_too_large"
  );
}

/** A single timer that checks the clock, instead of one that every byte restarts. */
function watchSilence(timing: Timing, silent: () => void): { heard: () => void; stop: () => void } {
  let last = timing.elapsed();
  let cancel = () => {};
  const arm = (ms: number) => {
    cancel = timing.setTimer(() => {
      const left = limits.silenceMs - (timing.elapsed() - last);
      if (left <= 0) silent();
      else arm(left);
    }, ms);
  };
  arm(limits.silenceMs);
  return {
    heard: () => {
      last = timing.elapsed();
    },
    stop: () => cancel(),
  };
}
