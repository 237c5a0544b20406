import { closeSync, openSync, writeSync } from "node:fs";
import type { IncomingHttpHeaders } from "node:http";
import type { Api } from "../conversation.ts";
import { limits } from "../limits.ts";
import type { Usage } from "../usage.ts";

/** A request as it came, and what it was answered with. */
export type LoggedRequest = {
  /** 1, 2, 3 … in the order in which they were answered. */
  readonly number: number;
  readonly method: string;
  readonly path: string;
  /** Null for a path that belongs to none of the APIs. */
  readonly api: Api | null;
  readonly model: string | null;
  /** What may be secret is there by name, with its value hidden. */
  readonly headers: Readonly<Record<string, string>>;
  /** As JSON where it is JSON, else as text. */
  readonly body: unknown;
  /** The step of the script, the side call or the part of the demo that answered, or why none did. */
  readonly step: string;
  readonly status: number;
  /** The tokens that the answer claims; null where it claims none. */
  readonly usage: Usage | null;
};

/** Remembers the newest requests, and writes each as a line of JSON where a file is given. */
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
      // At once: who got an answer finds its line.
      writeSync(this.file, `${JSON.stringify(logged)}\n`);
    } catch (cause) {
      this.close();
      process.emitWarning(`The scripted model's log cannot be written any more: ${String(cause)}`);
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
