import { Worker } from "node:worker_threads";
import { limits } from "../limits.ts";

/** One idle thread is kept for a while, because starting a thread takes longer than most searches. */
let spare: { readonly worker: Worker; readonly timer: NodeJS.Timeout } | null = null;

export function takeThread(): Worker {
  if (spare === null) return newThread();
  const { worker, timer } = spare;
  spare = null;
  clearTimeout(timer);
  leave(worker);
  worker.ref();
  return worker;
}

/** Returns a thread whose search is done. A thread that is still searching must be terminated instead. */
export function keepThread(worker: Worker): void {
  leave(worker);
  if (spare !== null) {
    void worker.terminate();
    return;
  }
  const forget = () => {
    if (spare?.worker === worker) spare = null;
  };
  const timer = setTimeout(() => {
    forget();
    void worker.terminate();
  }, limits.searchIdleMs).unref();
  worker.on("error", forget);
  worker.on("exit", forget);
  worker.unref();
  spare = { worker, timer };
}

function leave(worker: Worker): void {
  for (const event of ["message", "error", "exit"]) worker.removeAllListeners(event);
}

function newThread(): Worker {
  return new Worker(new URL("./search-worker.ts", import.meta.url), {
    env: {},
    execArgv: [],
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: limits.searchMemoryMb },
  });
}
