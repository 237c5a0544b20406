import { parentPort, workerData } from "node:worker_threads";
import { NotPlainFile } from "../files/regular-file.ts";
import { StoreError } from "../store-error.ts";
import { restoreStore } from "./restore-database.ts";
import type { RestoreJob, RestoreResult } from "./restore-thread.ts";
import { takeOutBlobs } from "./write-backup.ts";

/** The program of the thread that makes a log of a backup. */

const { backup, log, blobs } = workerData as RestoreJob;

async function restore(): Promise<RestoreResult> {
  try {
    const restored = await restoreStore(backup, log);
    await takeOutBlobs(log, blobs);
    return { restored };
  } catch (error) {
    // Only the message of an error crosses to another thread.
    if (error instanceof NotPlainFile) return { failed: { code: "not_plain_file", message: error.message } };
    if (error instanceof StoreError) return { failed: { code: error.code, message: error.message } };
    throw error;
  }
}

parentPort?.postMessage(await restore());
