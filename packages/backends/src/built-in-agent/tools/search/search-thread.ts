import { Worker } from "node:worker_threads";
import { limits } from "../limits.ts";

/** One thread is kept for a while after its search: to start one takes longer than most searches. */
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

/** Gives back a thread that has done its search; one that has not is ended instead. */
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
