import { type AskingRun, type Backend, type Conversation, entryAt, runPath } from "@polylog/core";

/** The runs of a session that wait for a person and can be continued by another process. */
export interface KeptRuns {
  /** By top-level run: its agent, and the asks of the run and its subagents. */
  readonly roots: ReadonlyMap<string, AskingRun & { readonly agentId: string }>;
  /** The ids of these runs: top-level runs, and their waiting subagents. No other runs survive a restart. */
  readonly runIds: ReadonlySet<string>;
}

export function keptRuns(
  conversation: Conversation,
  backendOf: (agentId: string) => Backend | null,
): KeptRuns {
  const roots = new Map<string, AskingRun & { agentId: string; askIds: string[] }>();
  const runIds = new Set<string>();
  for (const [askId, place] of conversation.pendingAsks) {
    const { agentId, runId } = entryAt(conversation, place);
    const backend = agentId === null ? null : backendOf(agentId);
    if (runId === null || backend?.keepsAsk?.(conversation, askId) !== true) continue;
    const path = runPath(conversation, runId);
    const [root] = path;
    if (root === undefined) continue;
    for (const run of path) runIds.add(run.runId);
    const known = roots.get(root.runId);
    if (known === undefined)
      roots.set(root.runId, { runId: root.runId, agentId: root.agentId, askIds: [askId] });
    else known.askIds.push(askId);
  }
  return { roots, runIds };
}
