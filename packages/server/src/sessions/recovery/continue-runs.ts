import { entryAt } from "@polylog/core";
import { expiredAsks } from "../../runs/settle.ts";
import type { SessionActor } from "../session-actor.ts";
import { type KeptRuns, keptRuns } from "./kept-runs.ts";

/** The runs of a session that outlive this process, or the one before. A run that is being stopped does not. */
export async function keptIn({ conversation, agents }: SessionActor): Promise<KeptRuns> {
  const agentIds = new Set(
    [...conversation.pendingAsks].map(([, place]) => entryAt(conversation, place).agentId),
  );
  const backends = new Map(
    await Promise.all(
      [...agentIds].map(
        async (agentId) => [agentId, agentId && (await agents.askingBackend(agentId))] as const,
      ),
    ),
  );
  return keptRuns(conversation, (agentId) => backends.get(agentId) || null);
}

/** After a restart: gives the runs that wait back to their agents. Their other asks have expired with the old process. */
export async function continueRuns(
  actor: SessionActor,
  { roots, runIds }: KeptRuns,
  opened: Promise<void>,
): Promise<void> {
  const open = new Set([...roots.values()].flatMap(({ askIds }) => askIds));
  await actor.mailbox.run(async () => {
    const bodies = expiredAsks(actor.conversation, (askId, runId) => runIds.has(runId) && !open.has(askId));
    if (bodies.length > 0) await actor.append({ bodies, refusable: false });
  });
  for (const run of roots.values()) actor.agents.continueRun(await actor.agents.of(run.agentId), run, opened);
}
