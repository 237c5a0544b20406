import type { EventBody } from "@polylog/core";
import { limits } from "../limits.ts";
import type { Runtime, Timer } from "../runtime.ts";
import { StreamFault } from "./model-failure.ts";
import { type ReaderOptions, ResponseReader } from "./response-reader.ts";
import type { CallOptions, Model, StreamPart } from "./types.ts";

export interface ModelCall extends ReaderOptions {
  readonly model: Model;
  readonly options: CallOptions;
  readonly signal: AbortSignal;
  readonly idleMs: number | undefined;
  readonly after: Runtime["after"];
  /** The model began to answer. */
  onBegin(): Promise<void>;
  /** Tells what came; resolves when there is room for more, and rejects when the signal comes first. */
  emit(event: EventBody): Promise<void>;
}

/** The answer as far as it came, and what kept it from its end. Throws only what the signal says. */
export interface CallOutcome {
  readonly response: ResponseReader;
  readonly error: { readonly value: unknown } | null;
}

/** One call to a model: each part of its answer is told as it comes. */
export async function callModel(call: ModelCall): Promise<CallOutcome> {
  const response = new ResponseReader(call);
  const watch = new Watch(call.signal, call.after);
  try {
    await readResponse(call, response, watch);
    return { response, error: null };
  } catch (error) {
    call.signal.throwIfAborted();
    return { response, error: { value: watch.fault ?? error } };
  } finally {
    watch.stop();
  }
}

async function readResponse(call: ModelCall, response: ResponseReader, watch: Watch): Promise<void> {
  const { model, options, idleMs } = call;
  const first = idleMs ?? limits.firstPartMs;
  const { stream } = await watch.begin(first, model.doStream({ ...options, abortSignal: watch.signal }));
  const reader = stream.getReader();
  // A read that waits ends with the stream, so that none of them has to be raced.
  // The connection may be broken already.
  watch.onLeave = () => void reader.cancel().catch(() => undefined);
  try {
    let hasBegun = false;
    for (;;) {
      watch.listen();
      const { done, value } = await reader.read();
      watch.hear();
      if (done) break;
      if (!hasBegun && isSign(value)) {
        hasBegun = true;
        watch.allow(idleMs ?? limits.idleMs);
        await call.onBegin();
      }
      if (value.type === "error") throw value.error;
      for (const event of response.read(value)) await call.emit(event);
    }
  } finally {
    watch.onLeave();
  }
  if (!isWhole(response)) throw new StreamFault("answer_cut", "The answer broke off before its end.");
}

/** The provider's own start says only that headers came. */
function isSign({ type }: StreamPart): boolean {
  return type !== "stream-start" && type !== "raw" && type !== "ping";
}

/** Where no reason was sent, the stream ended because the connection did. */
function isWhole({ finish }: ResponseReader): boolean {
  if (finish === null) return false;
  const { unified, raw } = finish.finishReason;
  return raw !== undefined || (unified !== "other" && unified !== "error" && unified !== "interrupted");
}

/** Ends a call that is cancelled or silent, also where the provider would not. */
class Watch {
  fault: StreamFault | null = null;
  /** Ends the waiting for the model. */
  onLeave: () => void = () => undefined;
  private readonly controller = new AbortController();
  private readonly outer: AbortSignal;
  private readonly after: Runtime["after"];
  private timer: Timer | null = null;
  private isListening = false;
  private readonly onAbort = () => this.leave(this.outer.reason);

  constructor(outer: AbortSignal, after: Runtime["after"]) {
    this.outer = outer;
    this.after = after;
    outer.addEventListener("abort", this.onAbort, { once: true });
    if (outer.aborted) this.onAbort();
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  /** Waits until the model takes the call. */
  async begin<T>(ms: number, waiting: PromiseLike<T>): Promise<T> {
    this.allow(ms);
    this.isListening = true;
    const taken = await new Promise<T>((resolve, reject) => {
      waiting.then(resolve, reject);
      this.onLeave = () => reject(this.signal.reason);
      if (this.signal.aborted) this.onLeave();
    });
    this.hear();
    return taken;
  }

  /** How long the model may be silent from now on. */
  allow(ms: number): void {
    this.timer?.stop();
    this.timer = this.after(ms, () => {
      if (!this.isListening) return;
      this.fault = new StreamFault("model_stalled", `The model said nothing for ${ms} ms.`);
      this.leave(this.fault);
    });
  }

  /** Its silence counts from here. */
  listen(): void {
    this.timer?.again();
    this.isListening = true;
  }

  /** It said something, or was made to end. */
  hear(): void {
    this.isListening = false;
    this.signal.throwIfAborted();
  }

  stop(): void {
    this.timer?.stop();
    this.outer.removeEventListener("abort", this.onAbort);
    this.controller.abort(new Error("The call is over."));
  }

  private leave(reason: unknown): void {
    this.controller.abort(reason);
    this.onLeave();
  }
}
