import path from "node:path";
import type { Restored, RestorePreview } from "@polylog/core";
import type { ConfiguredMode } from "../agents/configured-mode.ts";
import type { Hub } from "../hub/hub.ts";
import { PolylogError } from "../polylog-error.ts";
import { importSession } from "../sessions/import/import-session.ts";
import { prepareRestore, previewRestore } from "../store/backup/prepare-restore.ts";
import { writeBackup } from "../store/backup/write-backup.ts";
import { blobFolder } from "../store/blob-files.ts";
import type { EventStore, TellProgress } from "../store/store.ts";

export interface MaintenanceOptions {
  readonly home: string;
  readonly store: EventStore;
  readonly hub: Hub;
  readonly configured: ConfiguredMode;
  /** Schedules the replacement of the current log by the prepared one. */
  readonly replaceLog: () => void;
}

/** Operations on the whole log while the server runs. Files are on the server's machine, given as absolute paths. */
export class LogMaintenance {
  private readonly options: MaintenanceOptions;
  private isRestoring = false;

  constructor(options: MaintenanceOptions) {
    this.options = options;
  }

  async backup(file: string): Promise<{ file: string; bytes: number }> {
    const { store, home } = this.options;
    return writeBackup(store, home, absolute(file));
  }

  /** The differences between a backup's policy and the server's. Only the selected differences are restored. */
  async previewRestore(file: string): Promise<RestorePreview> {
    return previewRestore(this.options.home, absolute(file), this.options.store);
  }

  /**
   * Replaces the log with a backup after this call has been answered. Everything that is open is closed and can be
   * reopened afterwards. Of the backup's policy, only the selected parts are restored.
   */
  async restore(file: string, selected: readonly string[] = []): Promise<Restored> {
    const { home, store, replaceLog } = this.options;
    const backup = absolute(file);
    if (this.isRestoring)
      throw new PolylogError(
        "store_conflict",
        "Another backup is being restored. Retry when it has finished.",
      );
    this.isRestoring = true;
    try {
      const { sessions, events, damaged, policies, omitted } = await prepareRestore(
        home,
        backup,
        store,
        selected,
      );
      replaceLog();
      return { sessions, events, damaged, policies, omitted };
    } catch (error) {
      this.isRestoring = false;
      throw error;
    }
  }

  async importSession(file: string, projectRoot: string): Promise<{ sessionId: string; events: number }> {
    const { store, hub, home, configured } = this.options;
    const place = { store, hub, configured, blobs: blobFolder(home) };
    return importSession(place, absolute(file), projectRoot);
  }

  /** Returns the ids of the damaged sessions. */
  verify(tell: TellProgress): Promise<{ readonly damaged: readonly string[] }> {
    return this.options.store.verify(tell);
  }
}

function absolute(file: string): string {
  if (path.isAbsolute(file) && !file.includes("\0")) return path.normalize(file);
  throw new PolylogError("bad_request", "Use an absolute path on the server's machine.");
}
