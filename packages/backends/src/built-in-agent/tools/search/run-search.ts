import { limits } from "../limits.ts";
import type { FoundFile, SearchJob, SearchUpdate } from "./search-job.ts";
import { keepThread, takeThread } from "./search-thread.ts";

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
