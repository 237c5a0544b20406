import { prepareLog, recordLog } from "./detect-lost-log.ts";
import { logFile } from "./log-file.ts";
import { openDatabase } from "./sqlite/open-database.ts";
import type { EventStore } from "./store.ts";

export interface OpenStoreOptions {
  readonly home: string;
  /** Opens a store other than SQLite's. */
  readonly openStore?: ((file: string) => EventStore) | undefined;
}

/** Opens the log's file at once, and its store on demand. */
export function storeOpener({ home, openStore }: OpenStoreOptions) {
  const file = logFile(home);
  prepareLog(home);
  const database = openStore === undefined ? openDatabase(file) : null;
  if (database !== null) recordLog(home);
  return {
    store: async () => {
      if (openStore !== undefined) {
        const store = openStore(file);
        recordLog(home);
        return store;
      }
      const { storeOn } = await import("./sqlite/sqlite-store.ts");
      return storeOn(database as NonNullable<typeof database>);
    },
    close: () => {
      if (database?.isOpen) database.close();
    },
  };
}
