import { Worker } from "node:worker_threads";
import { NotRegularFile } from "../files/regular-file.ts";
import type { StoreErrorCode } from "../store.ts";
import { StoreError } from "../store-error.ts";
import type { Restored } from "./restore-database.ts";

export interface RestoreJob {
  readonly backup: string;
  /** The path of the log to create. */
  readonly log: string;
  /** The folder for its large outputs. */
  readonly blobs: string;
}

export type RestoreResult =
  | { readonly restored: Restored }
  | { readonly failed: { readonly code: StoreErrorCode | "not_plain_file"; readonly message: string } };

/** Creates a log from a backup in a separate thread, because copying and checking it would block all other work. */
export async function restoreInThread(job: RestoreJob): Promise<Restored> {
  const result = await run(job);
  if ("restored" in result) return result.restored;
  const { code, message } = result.failed;
  throw code === "not_plain_file" ? new NotRegularFile(message) : new StoreError(code, message);
}

function run(workerData: RestoreJob): Promise<RestoreResult> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL("./restore-worker.ts", import.meta.url), {
      ...{ workerData, env: {}, execArgv: [], stdout: true, stderr: true },
    });
    worker.on("message", resolve);
    worker.on("error", reject);
    worker.on("exit", (code) =>
      reject(new Error(`The restore thread exited unexpectedly (${code}). Retry.`)),
    );
  });
}
