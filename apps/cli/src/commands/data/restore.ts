import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { BackupPolicy, RestorePreview } from "@polylog/client";
import { confirmFirst } from "../../confirm.ts";
import type { Context } from "../../context.ts";
import { exitCodes } from "../../exit-codes.ts";
import { logFile } from "../../home/with-store.ts";
import { findServer } from "../../server/find-server.ts";
import { retryWhileHeld } from "../../server/retry-while-held.ts";
import { withProgress } from "../../show/progress.ts";
import { choosePolicies, showPolicies } from "./choose-policies.ts";

/** How long a server may take to swap the logs. */
const KEPT_MS = 5000;
const POLL_MS = 50;

interface Done {
  readonly sessions: number;
  readonly events: number;
  readonly damaged: readonly string[];
  readonly policies: readonly (BackupPolicy & { readonly restored: boolean })[];
  readonly omitted: number;
  /** Where the old log is kept; null if no log existed or the server is on another machine. */
  readonly replaced: string | null;
  readonly isServed: boolean;
}

interface RestoreOptions {
  /** Only list the backup's policies. */
  readonly list?: true;
  /** Ids of the policies to restore. */
  readonly policy?: readonly string[];
}

export async function restore(asked: Context, given: string, options: RestoreOptions): Promise<number> {
  const { output } = asked;
  const file = path.resolve(given);
  const look = () => retryWhileHeld(() => previewOf(asked, file));
  if (options.list === true) {
    const preview = await look();
    if (output.json) output.value(preview);
    else if (preview.policies.length + preview.omitted === 0)
      output.line("The backup has no rules, devices or other policies that differ from this server's.");
    else showPolicies(output, preview);
    return exitCodes.done;
  }
  const selected = options.policy ?? (await choosePolicies(output, look));
  const { restoreQuestion } = await import("@polylog/server");
  const context = await confirmFirst(asked, restoreQuestion(file, selected.length));
  const { isServed, ...done } = await withProgress(
    output,
    "Restoring",
    () => null,
    () => retryWhileHeld(() => restoreFrom(context, file, selected)),
  );
  if (output.json) {
    output.value(done);
    return exitCodes.done;
  }
  output.line(`Restored ${done.sessions} sessions with ${done.events} events.`);
  if (isServed) output.line("The server now uses the restored log.");
  if (done.replaced !== null) output.line(`The previous log is kept as ${done.replaced}.`);
  if (done.damaged.length > 0) output.line(`Already damaged in the backup: ${done.damaged.join(", ")}.`);
  printPolicies(context, done);
  return exitCodes.done;
}

function printPolicies({ output }: Context, { policies, omitted }: Pick<Done, "policies" | "omitted">): void {
  const back = policies.filter(({ restored }) => restored);
  for (const { title } of back) output.line(`Restored policy: ${title}`);
  const left = policies.length - back.length + omitted;
  if (left === 0) return;
  output.line(
    `Rules, devices or other policies not restored from the backup: ${left}. This server keeps its own. List them with "polylog restore --list FILE", and restore one with "--policy ID".`,
  );
}

/** Asks the running server, or reads the file directly if no server runs. */
async function previewOf(context: Context, file: string): Promise<RestorePreview> {
  const { home } = context;
  const client = await findServer(context);
  if (client !== null) return client.maintenance.previewRestore({ file }).finally(() => client.close());
  const { lockHome, openSqliteStore, previewRestore } = await import("@polylog/server");
  const lock = lockHome(home);
  try {
    const current = openCurrent(logFile(home), openSqliteStore);
    return await previewRestore(home, file, current).finally(() => current?.close());
  } finally {
    lock.release();
  }
}

/** Asks the running server, or replaces the log directly if no server runs. */
async function restoreFrom(context: Context, file: string, selected: readonly string[]): Promise<Done> {
  const { home } = context;
  const client = await findServer(context);
  if (client !== null) {
    const before = keptLogs(home);
    const restored = await client.maintenance
      .restore({ file, policies: selected })
      .finally(() => client.close());
    const replaced = existsSync(logFile(home)) ? await newlyKept(home, before) : null;
    return { ...restored, replaced, isServed: true };
  }
  const { installRestoredLog, completeRestore, lockHome, openSqliteStore, prepareRestore } = await import(
    "@polylog/server"
  );
  const lock = lockHome(home);
  try {
    completeRestore(home);
    const current = openCurrent(logFile(home), openSqliteStore);
    const prepared = prepareRestore(home, file, current, selected).finally(() => current?.close());
    const { sessions, events, damaged, policies, omitted } = await prepared;
    return {
      sessions,
      events,
      damaged,
      policies,
      omitted,
      replaced: installRestoredLog(home),
      isServed: false,
    };
  } finally {
    lock.release();
  }
}

/** The server answers before it swaps the logs. Null if it is not this home's server. */
async function newlyKept(home: string, before: readonly string[]): Promise<string | null> {
  for (const end = Date.now() + KEPT_MS; Date.now() < end; await sleep(POLL_MS)) {
    const fresh = keptLogs(home).find((each) => !before.includes(each));
    if (fresh !== undefined) return fresh;
  }
  return null;
}

/** Logs that were replaced by backups. */
function keptLogs(home: string): readonly string[] {
  const { dir, base } = path.parse(logFile(home));
  if (!existsSync(dir)) return [];
  return readdirSync(dir)
    .filter((name) => name.startsWith(`${base}.replaced-`) && !/-(?:wal|shm)$/.test(name))
    .map((name) => path.join(dir, name));
}

/** An unreadable log may be the reason for the restore. Then no policies are kept, and only selected ones are restored. */
function openCurrent<T>(log: string, open: (file: string) => T): T | null {
  if (!existsSync(log)) return null;
  try {
    return open(log);
  } catch {
    // See above: a damaged log is a reason to restore.
    return null;
  }
}
