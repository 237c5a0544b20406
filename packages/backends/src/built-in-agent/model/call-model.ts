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
  /** The model started to respond. */
  onBegin(): Promise<void>;
  /** Emits an event. Resolves when there is room for more, and rejects if the signal aborts first. */
  emit(event: EventBody): Promise<void>;
}

/** The response so far, and why it is incomplete. Throws only the signal's reason. */
export interface CallOutcome {
  readonly response: ResponseReader;
  readonly error: { readonly value: unknown } | null;
}

/** Calls a model once and emits each part of its response as it arrives. */
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
  // Cancelling makes a pending read resolve, so no read has to be raced. The connection may already be broken.
  watch.onStop = () => void reader.cancel().catch(() => undefined);
  try {
    let hasBegun = false;
    for (;;) {
      watch.startWaiting();
      const { done, value } = await reader.read();
      watch.stopWaiting();
      if (done) break;
      if (!hasBegun && isSign(value)) {
        hasBegun = true;
        watch.setTimeLimit(idleMs ?? limits.idleMs);
        await call.onBegin();
      }
      if (value.type === "error") throw value.error;
      for (const event of response.read(value)) await call.emit(event);
    }
  } finally {
    watch.onStop();
  }
  if (!isWhole(response)) throw new StreamFault("answer_cut", "The response ended before it was complete.");
}

/** The provider's own start part only means that headers arrived. */
function isSign({ type }: StreamPart): boolean {
  return type !== "stream-start" && type !== "raw" && type !== "ping";
}

/** Without a finish reason, the stream ended because the connection did. */
function isWhole({ finish }: ResponseReader): boolean {
  if (finish === null) return false;
  const { unified, raw } = finish.finishReason;
  return raw !== undefined || (unified !== "other" && unified !== "error" && unified !== "interrupted");
}

/** Ends a cancelled or silent call even if the provider does not. */
class Watch {
  fault: StreamFault | null = null;
  /** Stops waiting for the model. */
  onStop: () => void = () => undefined;
  private readonly controller = new AbortController();
  private readonly outer: AbortSignal;
  private readonly after: Runtime["after"];
  private timer: Timer | null = null;
  private isWaiting = false;
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

  /** Waits until the model accepts the call. */
  async begin<T>(ms: number, waiting: PromiseLike<T>): Promise<T> {
    this.setTimeLimit(ms);
    this.isWaiting = true;
    const taken = await new Promise<T>((resolve, reject) => {
      waiting.then(resolve, reject);
      this.onStop = () => reject(this.signal.reason);
      if (this.signal.aborted) this.onStop();
    });
    this.stopWaiting();
    return taken;
  }

  /** Sets how long the model may be silent from now on. */
  setTimeLimit(ms: number): void {
    this.timer?.stop();
    this.timer = this.after(ms, () => {
      if (!this.isWaiting) return;
      this.fault = new StreamFault("model_stalled", `The model was silent for ${ms} ms.`);
      this.leave(this.fault);
    });
  }

  /** Starts to wait for the next part. Its time limit counts from here. */
  startWaiting(): void {
    this.timer?.again();
    this.isWaiting = true;
  }

  /** Stops waiting, because a part arrived. Throws if the call was ended meanwhile. */
  stopWaiting(): void {
    this.isWaiting = false;
    this.signal.throwIfAborted();
  }

  stop(): void {
    this.timer?.stop();
    this.outer.removeEventListener("abort", this.onAbort);
    this.controller.abort(new Error("The call is over."));
  }

  private leave(reason: unknown): void {
    this.controller.abort(reason);
    this.onStop();
  }
}
