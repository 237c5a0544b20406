import { openDatabase } from "../../../src/store/sqlite/open-database.ts";
import { readNumber } from "../../../src/store/sqlite/rows.ts";
import { laterSteps } from "../future-migrations.ts";

/** Migrates, and is killed inside the given step: after its work, before its commit. */

const [file = "", killedIn = ""] = process.argv.slice(2);
const steps = laterSteps.map((step, index) => (db: Parameters<typeof step>[0]) => {
  step(db);
  if (killedIn === `${index + 1}`) process.kill(process.pid, "SIGKILL");
});
const db = openDatabase(file, steps);
console.log(`at ${readNumber(db, "PRAGMA user_version")}`);
db.close();
