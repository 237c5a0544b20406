import type { Conversation, Run } from "../conversation/conversation.ts";
import { findRun } from "../conversation/runs.ts";

/** Runs and their subagents' runs. Nothing here recurses: a tree can have any depth. */

export interface RunNode {
  readonly run: Run;
  /** 0 for a run without a parent. */
  readonly depth: number;
}

/** Every run, each followed by its subagents' runs, in the order they began. */
export function runTree(conversation: Conversation): RunNode[] {
  const runs = conversation.runs.slice();
  const below = new Set(runs.flatMap((run) => run.childRunIds.slice()));
  return walk(
    conversation,
    runs.filter((run) => !below.has(run.runId)),
  );
}

/** A run and all its subagents' runs. */
export function runsBelow(conversation: Conversation, runId: string): RunNode[] {
  const run = findRun(conversation, runId);
  return run === undefined ? [] : walk(conversation, [run]);
}

function walk(conversation: Conversation, roots: readonly Run[]): RunNode[] {
  const nodes: RunNode[] = [];
  const waiting: RunNode[] = roots.toReversed().map((run) => ({ run, depth: 0 }));
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    nodes.push(node);
    for (const childId of node.run.childRunIds.slice().reverse()) {
      const child = findRun(conversation, childId);
      if (child !== undefined) waiting.push({ run: child, depth: node.depth + 1 });
    }
  }
  return nodes;
}

/** The runs from the session's own down to this one. An unknown parent, or a run that names itself as parent, ends the path. */
export function runPath(conversation: Conversation, runId: string): Run[] {
  const path = new Set<Run>();
  for (let run = findRun(conversation, runId); run !== undefined && !path.has(run); ) {
    path.add(run);
    run = run.parentRunId === null ? undefined : findRun(conversation, run.parentRunId);
  }
  return [...path].reverse();
}
