import path from "node:path";
import { confirmFirst } from "../../confirm.ts";
import type { Context } from "../../context.ts";
import { demoAgents } from "../../demo/demo-agent.ts";
import { exitCodes } from "../../exit-codes.ts";
import { withStore } from "../../home/with-store.ts";
import { findServer } from "../../server/find-server.ts";
import { retryWhileHeld } from "../../server/retry-while-held.ts";
import { withProgress } from "../../show/progress.ts";

export async function importSession(asked: Context, file: string): Promise<number> {
  const { importQuestion } = await import("@polylog/server");
  const context = await confirmFirst(asked, importQuestion(path.resolve(file), process.cwd()));
  const { output } = context;
  const { sessionId, events } = await withProgress(
    output,
    `Importing ${path.basename(file)}`,
    // The import is a single commit, so there is no progress to show.
    () => null,
    () => retryWhileHeld(() => importFile(context, path.resolve(file))),
  );
  if (output.json) output.value({ session_id: sessionId, events });
  else output.line(`Imported ${events} events as session ${sessionId}.`);
  return exitCodes.done;
}

/** Asks the running server, or writes to the log directly if no server runs. */
async function importFile(context: Context, file: string): Promise<{ sessionId: string; events: number }> {
  const { home, env } = context;
  const client = await findServer(context);
  if (client !== null)
    return client.maintenance
      .importSession({ file, projectRoot: process.cwd() })
      .finally(() => client.close());
  const { blobFolder, importSession: store, knownModes } = await import("@polylog/server");
  return withStore(home, async (log) => {
    const configured = await knownModes({ home, env, given: demoAgents(home) }, log);
    return store({ store: log, blobs: blobFolder(home), configured }, file, process.cwd());
  });
}
