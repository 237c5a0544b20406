import { accessSync, constants, lstatSync, rmSync } from "node:fs";
import type { BackupPolicy, RestorePreview } from "@polylog/core";
import { PolylogError } from "../../polylog-error.ts";
import { NotRegularFile } from "../files/regular-file.ts";
import { isSameFile } from "../files/same-file.ts";
import { syncLargeFile } from "../files/sync-file.ts";
import { logFile } from "../log-file.ts";
import { openDatabase } from "../sqlite/open-database.ts";
import { StoreError } from "../store-error.ts";
import { type CurrentDocuments, keepOwnPolicies, listPolicies } from "./backup-policies.ts";
import { openBackup } from "./check-target.ts";
import { freshBlobs, freshLog, logParts } from "./install-restored-log.ts";
import type { Restored } from "./restore-database.ts";
import { restoreInThread } from "./restore-thread.ts";

/** The first step of a restore, which does everything that can fail; `installRestoredLog` is the second. */

/** The effect of a restore on policy: only policies selected by id are restored. */
export interface PreparedRestore extends Restored {
  readonly policies: readonly (BackupPolicy & { readonly restored: boolean })[];
  readonly omitted: number;
}

/** The policies of a backup that differ from the server's, for the owner to select from. Changes nothing. */
export async function previewRestore(
  home: string,
  backup: string,
  current: CurrentDocuments | null,
): Promise<RestorePreview> {
  refuseSource(backup, home);
  const db = openBackup(backup);
  if (db === null) throw cannotRestore(backup, "it is not a Polylog backup.");
  try {
    return await listPolicies(db, current);
  } catch (error) {
    throw cannotRestore(backup, "it is damaged.", error);
  } finally {
    db.close();
  }
}

/** Creates a log from the backup, next to the current one. */
export async function prepareRestore(
  home: string,
  backup: string,
  current: CurrentDocuments | null,
  selected: readonly string[] = [],
): Promise<PreparedRestore> {
  refuseSource(backup, home);
  const fresh = freshLog(home);
  for (const part of logParts) rmSync(fresh + part, { force: true });
  rmSync(freshBlobs(home), { recursive: true, force: true });
  const job = { backup, log: fresh, blobs: freshBlobs(home) };
  const restored = await restoreInThread(job).catch((error: unknown) => {
    if (error instanceof NotRegularFile) throw cannotRestore(backup, error.message, error);
    if (!(error instanceof StoreError) || error.code !== "broken") throw error;
    throw cannotRestore(backup, error.message, error);
  });
  const { policies, omitted } = await sortPolicies(fresh, current, selected);
  await syncLargeFile(fresh);
  return { ...restored, policies, omitted };
}

function cannotRestore(backup: string, why: string, cause?: unknown): PolylogError {
  return new PolylogError("bad_file", `${backup} cannot be restored: ${why}`, {}, cause);
}

function refuseSource(backup: string, home: string): void {
  const stats = lstatSync(backup, { throwIfNoEntry: false });
  if (stats === undefined)
    throw new PolylogError("file_not_found", `File not found: ${backup}. Check the path.`);
  if (stats.isSymbolicLink())
    throw cannotRestore(backup, "it is a symbolic link. Use the path of the file itself.");
  if (!stats.isFile()) throw cannotRestore(backup, "it is not a regular file. Choose another one.");
  // Copying it would open and close it, which releases this process's locks on it.
  if (isSameFile(backup, logFile(home)))
    throw cannotRestore(backup, "it is the current log. Choose a backup.");
  try {
    accessSync(backup, constants.R_OK);
  } catch {
    throw cannotRestore(backup, "you do not have permission to read it.");
  }
}

async function sortPolicies(
  fresh: string,
  current: CurrentDocuments | null,
  selected: readonly string[],
): Promise<Pick<PreparedRestore, "policies" | "omitted">> {
  const db = openDatabase(fresh);
  try {
    const { policies, omitted } = await listPolicies(db, current);
    const offered = new Set(policies.map(({ id }) => id));
    const unknown = selected.find((id) => !offered.has(id));
    if (unknown !== undefined) {
      const message = `The backup has no policy ${unknown}. List its policies again. Nothing was changed.`;
      throw new PolylogError("bad_request", message);
    }
    const chosen = new Set(selected);
    await keepOwnPolicies(db, current, chosen);
    return { policies: policies.map((each) => ({ ...each, restored: chosen.has(each.id) })), omitted };
  } finally {
    db.close();
  }
}
