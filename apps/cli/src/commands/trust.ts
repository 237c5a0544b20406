import path from "node:path";
import type { TrustedFolder } from "@polylog/client";
import type { Context } from "../context.ts";
import { exitCodes } from "../exit-codes.ts";
import { findServer } from "../home/find-server.ts";
import { untilFree } from "../home/until-free.ts";
import { withStore } from "../home/with-store.ts";
import { toJson } from "../show/json.ts";

/** Says that what a folder brings along may run, or no longer. */
export async function trust(
  context: Context,
  folder: string | undefined,
  { revoke = false }: { revoke?: boolean },
): Promise<number> {
  const { output } = context;
  const root = path.resolve(folder ?? ".");
  const [before, after] = await untilFree(() => change(context, root, !revoke));
  if (output.json) {
    output.value(toJson(after));
    return exitCodes.done;
  }
  const { projectRoot, trusted, problem } = after;
  output.line(`${projectRoot} is ${trusted ? "trusted" : "not trusted"}.`);
  const brought = trusted ? before.waiting : after.waiting;
  for (const thing of brought) output.line(`${trusted ? "In force now" : "No longer in force"}: ${thing}`);
  if (problem !== null) output.remark(problem);
  return exitCodes.done;
}

type Change = [before: TrustedFolder, after: TrustedFolder];

async function change(context: Context, root: string, trusted: boolean): Promise<Change> {
  const client = await findServer(context);
  if (client !== null) {
    try {
      const [before] = await client.trust(root);
      return [before as TrustedFolder, await client.setTrust(root, trusted)];
    } finally {
      client.close();
    }
  }
  const { ProjectConfigs, projectFolder, Trust } = await import("@polylog/server");
  return withStore(context.home, async (store) => {
    const projects = new ProjectConfigs(new Trust(store, Date.now));
    const real = await projectFolder(root);
    const state = async (): Promise<TrustedFolder> => {
      const found = await projects.state(real);
      return { ...found, trusted: found.trustedTs !== null };
    };
    const before = await state();
    await projects.setTrust(real, trusted);
    return [before, await state()];
  });
}
