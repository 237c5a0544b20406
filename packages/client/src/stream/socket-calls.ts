import { type ClientError, networkError } from "../client-error.ts";
import { readError } from "../http.ts";
import { limits } from "../limits.ts";
import type { Timing } from "../timing.ts";

type Message = Readonly<Record<string, unknown>>;

interface Call {
  readonly resolve: (answer: Message) => void;
  readonly reject: (error: ClientError) => void;
  readonly cancelTimer: () => void;
}

/** Commands on a socket: each has a number, and waits for the `ack` or `nack` with that number. */
export class SocketCalls {
  private readonly send: (text: string) => void;
  private readonly timing: Timing;
  private readonly waiting = new Map<string, Call>();
  private last = 0;

  constructor(send: (text: string) => void, timing: Timing) {
    this.send = send;
    this.timing = timing;
  }

  call(type: string, body: object): Promise<Message> {
    this.last += 1;
    const id = String(this.last);
    return new Promise((resolve, reject) => {
      const late = () => this.settle(id)?.reject(networkError("The server did not answer in time."));
      this.waiting.set(id, { resolve, reject, cancelTimer: this.timing.setTimer(late, limits.requestMs) });
      this.send(JSON.stringify({ ...body, type, id }));
    });
  }

  /** Processes a message if it is an answer. */
  take(message: Message): boolean {
    if (message.type !== "ack" && message.type !== "nack") return false;
    const call = this.settle(String(message.id));
    const { type, id, ...answer } = message;
    if (type === "ack") call?.resolve(answer);
    else call?.reject(socketError(answer.error));
    return true;
  }

  /** The socket is closed: whether the open commands were executed is unknown. */
  fail(error: ClientError): void {
    for (const id of [...this.waiting.keys()]) this.settle(id)?.reject(error);
  }

  private settle(id: string): Call | undefined {
    const call = this.waiting.get(id);
    this.waiting.delete(id);
    call?.cancelTimer();
    return call;
  }
}

export function socketError(error: unknown): ClientError {
  const fields = (error ?? {}) as Partial<ClientError>;
  return readError(fields, typeof fields.status === "number" ? fields.status : 0);
}
