import { trustedUrl } from "../routing/trusted-url.ts";
import type { CodeLine } from "./code-line.ts";
import workerUrl from "./highlight-worker.ts?worker&url";

export interface Colouring {
  readonly code: string;
  readonly language: string;
}

/** Null if the code stays plain. */
export type Coloured = readonly CodeLine[] | null;

interface Job extends Colouring {
  readonly done: (lines: Coloured) => void;
}

/** The worker is processing the first one. */
const jobs: Job[] = [];
let worker: Worker | null = null;

/** Queues code for highlighting; returns a function that cancels it. The worker starts with the first job. */
export function highlightInWorker(
  code: string,
  language: string,
  done: (lines: Coloured) => void,
): () => void {
  let isThere = true;
  const job: Job = { code, language, done: (lines) => isThere && done(lines) };
  jobs.push(job);
  if (jobs.length === 1) next();
  return () => {
    isThere = false;
    // Code that scrolled away before its turn is not highlighted.
    const at = jobs.indexOf(job);
    if (at > 0) jobs.splice(at, 1);
  };
}

function next(): void {
  const [job] = jobs;
  if (job === undefined) return;
  worker ??= start();
  worker.postMessage({ code: job.code, language: job.language } satisfies Colouring);
}

function start(): Worker {
  const started = new Worker(trustedUrl(new URL(workerUrl, import.meta.url).href), { type: "module" });
  started.addEventListener("message", ({ data }: MessageEvent<Coloured>) => answer(data));
  started.addEventListener("error", () => {
    // This code stays plain, but the next one may succeed.
    started.terminate();
    worker = null;
    answer(null);
  });
  return started;
}

function answer(lines: Coloured): void {
  jobs.shift()?.done(lines);
  next();
}
