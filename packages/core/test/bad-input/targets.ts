import type { Conversation, Entry, Run } from "../../src/index.ts";
import { allEntries } from "../history/compare.ts";

/** The parts of a conversation that a false event can refer to: its runs, entries and calls, one of which is chosen. */
export class Targets {
  private readonly conversation: Conversation;
  private readonly choice: number;

  constructor(conversation: Conversation, choice: number) {
    this.conversation = conversation;
    this.choice = choice;
  }

  pick<T>(list: readonly T[]): T | undefined {
    return list[this.choice % list.length];
  }

  run(fits: (run: Run) => boolean): Pick<Run, "runId" | "agentId"> | undefined {
    const run = this.pick([...this.conversation.runs].filter(fits));
    return run && { runId: run.runId, agentId: run.agentId };
  }

  entry<K extends Entry["kind"]>(
    kind: K,
    fits: (entry: Extract<Entry, { kind: K }>) => boolean = () => true,
  ): Extract<Entry, { kind: K }> | undefined {
    const isKind = (entry: Entry): entry is Extract<Entry, { kind: K }> => entry.kind === kind;
    return this.pick(allEntries(this.conversation).filter(isKind).filter(fits));
  }

  /** An ended call of a run that is still running. */
  endedCall(): { callId: string; toolName: string; runId: string; agentId: string } | undefined {
    const live = this.conversation.liveRuns;
    const call = this.entry("tool_call", ({ live: open, runId }) => !open && live.has(runId as string));
    if (call === undefined) return undefined;
    const { callId, rawName, runId, agentId } = call;
    return { callId, toolName: rawName, runId: runId as string, agentId: agentId as string };
  }
}
