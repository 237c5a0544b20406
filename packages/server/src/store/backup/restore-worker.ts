import { parentPort, workerData } from "node:worker_threads";
import { NotRegularFile } from "../files/regular-file.ts";
import { StoreError } from "../store-error.ts";
import { restoreDatabase } from "./restore-database.ts";
import type { RestoreJob, RestoreResult } from "./restore-thread.ts";
import { extractBlobs } from "./write-backup.ts";

/** The program of the thread that creates a log from a backup. */

const { backup, log, blobs } = workerData as RestoreJob;

async function restore(): Promise<RestoreResult> {
  try {
    const restored = await restoreDatabase(backup, log);
    await extractBlobs(log, blobs);
    return { restored };
  } catch (error) {
    // Only the message of an error is passed to another thread.
    if (error instanceof NotRegularFile)
      return { failed: { code: "not_plain_file", message: error.message } };
    if (error instanceof StoreError) return { failed: { code: error.code, message: error.message } };
    throw error;
  }
}

parentPort?.postMessage(await restore());
