import { closeSync, openSync, writeSync } from "node:fs";
import type { IncomingHttpHeaders } from "node:http";
import type { Api } from "../conversation.ts";
import { limits } from "../limits.ts";
import type { Usage } from "../usage.ts";

/** A request and its answer. */
export type LoggedRequest = {
  /** 1, 2, 3 … in the order of the answers. */
  readonly number: number;
  readonly method: string;
  readonly path: string;
  /** Null for an unknown path. */
  readonly api: Api | null;
  readonly model: string | null;
  /** Values of headers that may contain secrets are hidden. */
  readonly headers: Readonly<Record<string, string>>;
  /** Parsed JSON, or text if it is not JSON. */
  readonly body: unknown;
  /** The source of the answer: a step of the script, a side call, a part of the demo, or the reason for a refusal. */
  readonly step: string;
  readonly status: number;
  /** The reported tokens. Null if the answer reports none. */
  readonly usage: Usage | null;
};

/** Keeps the latest requests in memory, and writes each to a file as a line of JSON if a file is given. */
export class RequestLog {
  readonly requests: LoggedRequest[] = [];
  private readonly file: number | null;
  private number = 0;
  private open = true;

  constructor(file: string | undefined) {
    this.file = file === undefined ? null : openSync(file, "a");
  }

  add(entry: Omit<LoggedRequest, "number">): void {
    this.number += 1;
    const logged = { number: this.number, ...entry };
    this.requests.push(logged);
    if (this.requests.length > limits.rememberedRequests) this.requests.shift();
    if (this.file === null || !this.open) return;
    try {
      // Synchronous, so that a client that has its answer also finds its line.
      writeSync(this.file, `${JSON.stringify(logged)}\n`);
    } catch (cause) {
      this.close();
      process.emitWarning(`The scripted model stopped writing its log: ${String(cause)}`);
    }
  }

  close(): void {
    if (this.open && this.file !== null) closeSync(this.file);
    this.open = false;
  }
}

const secret = /auth|key|token|cookie|secret|password/i;

export function withoutSecrets(headers: IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      secret.test(name) ? "(hidden)" : [value].flat().join(", "),
    ]),
  );
}
