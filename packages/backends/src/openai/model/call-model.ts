import type { EventBody } from "@polylog/core";
import { limits } from "../limits.ts";
import type { World } from "../world.ts";
import { AnswerReader, type ReaderOptions } from "./answer-reader.ts";
import { StreamFault } from "./failure.ts";
import type { CallOptions, Model, StreamPart } from "./types.ts";

export interface ModelCall extends ReaderOptions {
  readonly model: Model;
  readonly options: CallOptions;
  readonly signal: AbortSignal;
  readonly idleMs: number | undefined;
  readonly after: World["after"];
  /** The model began to answer. */
  onBegin(): Promise<void>;
  /** Tells what came; resolves when there is room for more, and rejects when the signal comes first. */
  emit(event: EventBody): Promise<void>;
}

/** The answer as far as it came, and what kept it from its end. Throws only what the signal says. */
export interface CallOutcome {
  readonly answer: AnswerReader;
  readonly error: { readonly value: unknown } | null;
}

/** One call to a model: each part of its answer is told as it comes. */
export async function callModel(call: ModelCall): Promise<CallOutcome> {
  const answer = new AnswerReader(call);
  const watch = new Watch(call.signal, call.after);
  try {
    await readAnswer(call, answer, watch);
    return { answer, error: null };
  } catch (error) {
    call.signal.throwIfAborted();
    return { answer, error: { value: watch.fault ?? error } };
  } finally {
    watch.stop();
  }
}

async function readAnswer(call: ModelCall, answer: AnswerReader, watch: Watch): Promise<void> {
  const { model, options, idleMs } = call;
  const abortSignal = watch.signal;
  const first = idleMs ?? limits.firstPartMs;
  const { stream } = await watch.within(first, model.doStream({ ...options, abortSignal }));
  const reader = stream.getReader();
  try {
    let hasBegun = false;
    for (;;) {
      const { done, value } = await watch.within(hasBegun ? (idleMs ?? limits.idleMs) : first, reader.read());
      if (done) break;
      if (!hasBegun && isSign(value)) {
        hasBegun = true;
        await call.onBegin();
      }
      if (value.type === "error") throw value.error;
      for (const event of answer.read(value)) await call.emit(event);
    }
  } finally {
    reader.cancel().catch(() => undefined);
  }
  if (!isWhole(answer)) throw new StreamFault("answer_cut", "The answer broke off before its end.");
}

/** The provider's own start says only that headers came. */
function isSign({ type }: StreamPart): boolean {
  return type !== "stream-start" && type !== "raw" && type !== "ping";
}

/** Where no reason was sent, the stream ended because the connection did. */
function isWhole({ finish }: AnswerReader): boolean {
  if (finish === null) return false;
  const { unified, raw } = finish.finishReason;
  return raw !== undefined || (unified !== "other" && unified !== "error" && unified !== "interrupted");
}

/** Ends a call that is cancelled or silent, also where the provider would not. */
class Watch {
  fault: StreamFault | null = null;
  private readonly controller = new AbortController();
  private readonly outer: AbortSignal;
  private readonly after: World["after"];
  private leave: ((reason: unknown) => void) | null = null;
  private readonly onAbort = () => this.controller.abort(this.outer.reason);

  constructor(outer: AbortSignal, after: World["after"]) {
    this.outer = outer;
    this.after = after;
    outer.addEventListener("abort", this.onAbort, { once: true });
    if (outer.aborted) this.onAbort();
    this.signal.addEventListener("abort", () => this.leave?.(this.signal.reason), { once: true });
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  /** Waits for the model, but not longer than that. */
  async within<T>(ms: number, waiting: PromiseLike<T>): Promise<T> {
    const stop = this.after(ms, () => {
      this.fault = new StreamFault("model_stalled", `The model said nothing for ${ms} ms.`);
      this.controller.abort(this.fault);
    });
    try {
      return await this.unlessAborted(waiting);
    } finally {
      stop();
    }
  }

  /** One wait at a time. A race against one promise for all of them would keep something of each until the end. */
  private unlessAborted<T>(waiting: PromiseLike<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      waiting.then(resolve, reject);
      if (this.signal.aborted) reject(this.signal.reason);
      this.leave = reject;
    });
  }

  stop(): void {
    this.outer.removeEventListener("abort", this.onAbort);
    this.controller.abort(new Error("The call is over."));
  }
}
