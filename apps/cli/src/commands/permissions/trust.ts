import path from "node:path";
import { createInterface } from "node:readline/promises";
import type { TrustedFolder } from "@polylog/client";
import { exactName } from "@polylog/core";
import type { Context } from "../../context.ts";
import { exitCodes } from "../../exit-codes.ts";
import { withStore } from "../../home/with-store.ts";
import { findServer } from "../../server/find-server.ts";
import { retryWhileHeld } from "../../server/retry-while-held.ts";
import { toJson } from "../../show/json.ts";

interface TrustOptions {
  readonly revoke?: boolean;
  /** Skip the confirmation. */
  readonly yes?: boolean;
}

/** Trusts a folder: shows its contents and the files that will run, and asks for confirmation in a terminal. */
export async function trust(
  context: Context,
  folder: string | undefined,
  { revoke = false, yes = false }: TrustOptions,
): Promise<number> {
  const { output } = context;
  const root = path.resolve(folder ?? ".");
  const isAsked = !revoke && !yes && !output.json && process.stdin.isTTY;
  const before = await retryWhileHeld(() => withFolder(context, root, (access) => access.look()));
  if (isAsked && !(await agrees(context, before))) {
    output.line(`${before.projectRoot} is ${before.trusted ? "trusted" : "not trusted"}.`);
    return exitCodes.done;
  }
  const digest = revoke ? undefined : before.digest;
  const after = await retryWhileHeld(() =>
    withFolder(context, root, (access) => access.set(!revoke, digest)),
  );
  if (output.json) {
    output.value(toJson(after));
    return after.trusted || revoke ? exitCodes.done : exitCodes.error;
  }
  print(context, before, after, revoke);
  return after.trusted || revoke ? exitCodes.done : exitCodes.error;
}

function print({ output }: Context, before: TrustedFolder, after: TrustedFolder, isRevoked: boolean): void {
  const { projectRoot, trusted, problem } = after;
  output.line(`${projectRoot} is ${trusted ? "trusted" : "not trusted"}.`);
  const brought = trusted ? before.waiting : after.waiting;
  const word = trusted ? "Now enabled" : isRevoked ? "No longer enabled" : "Not enabled";
  for (const thing of brought) output.line(`${word}: ${thing}`);
  if (trusted) for (const line of fileLines(before)) output.line(line);
  if (!isRevoked) for (const line of uncheckedLines(after)) output.remark(line);
  if (!isRevoked && !trusted) output.remark("Remove or replace these files, then trust the folder again.");
  if (problem !== null) output.remark(problem);
}

async function agrees({ output }: Context, folder: TrustedFolder): Promise<boolean> {
  const lines = [...folder.waiting, ...fileLines(folder), ...uncheckedLines(folder)];
  if (lines.length === 0) return true;
  output.line(`${folder.projectRoot} contains the following, which runs programs as you:`);
  for (const line of lines) output.line(`  ${line}`);
  const prompt = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return /^y(es)?$/i.test((await prompt.question("Trust this folder? [y/N] ")).trim());
  } finally {
    prompt.close();
  }
}

/** Every file that will run, and its change since the folder was last trusted. */
function fileLines({ changes, moreChanges }: TrustedFolder): string[] {
  const lines = changes.map(({ path: file, kind }) => `${kind.padEnd(7)}  ${exactName(file)}`);
  return moreChanges === 0 ? lines : [...lines, `and ${moreChanges} more files`];
}

function uncheckedLines({ unchecked }: TrustedFolder): string[] {
  return unchecked.map(
    ({ path: file, reason }) => `Cannot be checked: ${exactName(file)} ${exactName(reason)}`,
  );
}

interface FolderAccess {
  look(): Promise<TrustedFolder>;
  set(trusted: boolean, digest: string | undefined): Promise<TrustedFolder>;
}

/** Asks the running server, or works in the home directly if no server runs. */
async function withFolder<T>(
  context: Context,
  root: string,
  use: (access: FolderAccess) => Promise<T>,
): Promise<T> {
  const client = await findServer(context);
  if (client !== null) {
    try {
      return await use({
        look: async () => (await client.trust.list({ projectRoot: root })).folders[0] as TrustedFolder,
        set: (trusted, digest) => client.trust.set({ projectRoot: root, trusted, digest }),
      });
    } finally {
      client.close();
    }
  }
  const { ProjectConfigs, projectFolder, Trust } = await import("@polylog/server");
  return withStore(context.home, async (store) => {
    const projects = new ProjectConfigs(new Trust(store, Date.now));
    const real = await projectFolder(root);
    const look = async (): Promise<TrustedFolder> => {
      const found = await projects.state(real);
      return { ...found, trusted: found.trustedTs !== null };
    };
    return use({
      look,
      set: async (trusted, digest) => {
        await projects.setTrust(real, trusted, digest);
        return look();
      },
    });
  });
}
