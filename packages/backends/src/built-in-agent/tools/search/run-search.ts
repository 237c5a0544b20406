import { Worker } from "node:worker_threads";
import { limits } from "../limits.ts";
import type { FoundFile, SearchJob, SearchUpdate } from "./search-job.ts";

export interface SearchResult {
  readonly files: readonly FoundFile[];
  /** Why it ended: it completed, reached a limit, was cancelled or failed. */
  readonly end: "done" | "more" | "timed_out" | "cancelled" | "failed";
}

/** Searches in a separate thread with a time limit, so that no pattern and no file tree can block the agent. */
export async function runSearch(
  job: SearchJob,
  signal: AbortSignal,
  mostMs: number = limits.searchMs,
): Promise<SearchResult> {
  if (signal.aborted) return { files: [], end: "cancelled" };
  const files: FoundFile[] = [];
  const worker = takeThread();
  let timer: NodeJS.Timeout | null = null;
  let cancel: () => void = () => undefined;
  const end = await new Promise<SearchResult["end"]>((resolve) => {
    timer = setTimeout(() => resolve("timed_out"), mostMs);
    cancel = () => resolve("cancelled");
    signal.addEventListener("abort", cancel);
    worker.on("message", (news: SearchUpdate) => {
      if (news.kind === "found") files.push(...news.files);
      else resolve(news.more ? "more" : "done");
    });
    worker.on("error", () => resolve("failed"));
    worker.on("exit", () => resolve("failed"));
    worker.postMessage(job);
  });
  clearTimeout(timer ?? undefined);
  signal.removeEventListener("abort", cancel);
  if (end === "done" || end === "more") keepThread(worker);
  else await worker.terminate();
  return { files, end };
}

/** One idle thread is kept for a while, because starting a thread takes longer than most searches. */
let spare: { readonly worker: Worker; readonly timer: NodeJS.Timeout } | null = null;

function takeThread(): Worker {
  if (spare === null) return newThread();
  const { worker, timer } = spare;
  spare = null;
  clearTimeout(timer);
  leave(worker);
  worker.ref();
  return worker;
}

/** Returns a thread whose search is done. A thread that is still searching must be terminated instead. */
function keepThread(worker: Worker): void {
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
