import { closeSync, existsSync, lstatSync, readSync, realpathSync } from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { pathToFileURL } from "node:url";
import { PolylogError } from "../../polylog-error.ts";
import { openRegularFile } from "../files/regular-file.ts";
import { isSameFile } from "../files/same-file.ts";
import { logFile } from "../log-file.ts";
import { oneRow } from "../sqlite/rows.ts";
import { APPLICATION_ID } from "../sqlite/schema.ts";

/** Where a backup may be written: outside the home, to a new file or over an older backup. */

const SIGNATURE = "SQLite format 3\0";
/** The offset of the application id in an SQLite file. */
const APPLICATION_AT = 68;
const HEADER_BYTES = 100;

/** Files that SQLite keeps next to an open file, or one whose process crashed. */
const sideFiles = ["-wal", "-shm", "-journal"];

export function checkTarget(file: string, home: string): void {
  const folder = path.dirname(file);
  if (!existsSync(folder))
    throw new PolylogError("file_not_found", `Folder not found: ${folder}. Create it or choose another one.`);
  // Checked first and without opening the file, because closing the current log would release this process's locks on it.
  if (isInside(file, home) || isSameFile(file, logFile(home))) {
    const message = `${file} is in Polylog's home folder ${home}. Choose a file outside of it.`;
    throw new PolylogError("bad_request", message);
  }
  const stats = lstatSync(file, { throwIfNoEntry: false });
  if (stats?.isSymbolicLink() === true) {
    throw new PolylogError("bad_request", `${file} is a symbolic link. Use the path of the file itself.`);
  }
  if (stats !== undefined && !isBackup(file)) {
    throw new PolylogError("file_exists", `${file} exists and is not a backup. Choose another file.`);
  }
}

function isInside(file: string, home: string): boolean {
  const root = realPath(home);
  const places = [path.join(realPath(path.dirname(file)), path.basename(file)), realPath(file)];
  return places.some((place) => place === root || place.startsWith(root + path.sep));
}

function realPath(file: string): string {
  return existsSync(file) ? realpathSync(file) : path.resolve(file);
}

/** A backup has a table of outputs, which a log never has. An unreadable file does not count as a backup. */
function isBackup(file: string): boolean {
  if (sideFiles.some((end) => existsSync(file + end))) return false;
  try {
    const db = openBackup(file);
    if (db === null) return false;
    try {
      return oneRow(db.prepare("SELECT 1 AS one FROM sqlite_schema WHERE name = 'blobs'")) !== undefined;
    } finally {
      db.close();
    }
  } catch {
    // An unreadable file must not be replaced.
    return false;
  }
}

/** Opens a Polylog file for reading. Null for any other file. */
export function openBackup(file: string): DatabaseSync | null {
  if (!isOurs(file)) return null;
  const url = pathToFileURL(file);
  // Nothing else writes to it, and no other files must be created next to it.
  url.searchParams.set("immutable", "1");
  return new DatabaseSync(url, { readOnly: true });
}

function isOurs(file: string): boolean {
  const header = Buffer.alloc(HEADER_BYTES);
  const handle = openRegularFile(file);
  try {
    readSync(handle, header);
  } finally {
    closeSync(handle);
  }
  return (
    header.toString("latin1", 0, SIGNATURE.length) === SIGNATURE &&
    header.readUInt32BE(APPLICATION_AT) === APPLICATION_ID
  );
}
