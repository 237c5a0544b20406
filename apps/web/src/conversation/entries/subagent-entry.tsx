import { entryLine, findRun, type Lane, type Line, laneAt, type SubagentBlock } from "@polylog/core";
import { Bot } from "lucide-react";
import { useRef } from "react";
import { SubagentWindow } from "../../cards/blocks/subagent/subagent-window.tsx";
import { Disclosure } from "../../cards/disclosure.tsx";
import { useOpen } from "../../cards/use-expanded.ts";
import { useSessionPart } from "../../data/client.ts";
import { useSessionContext } from "../../data/session/session-context.ts";
import type { EntryProps } from "./entry-view.tsx";

/** A subagent that no call stands for. */
export function SubagentEntryView({ entry }: EntryProps<"subagent">) {
  const [chosen, setOpen] = useOpen(entry.key);
  const block = useWindow(entry.childRunId, entry.task);
  const isOpen = chosen !== false;
  return (
    <Disclosure
      icon={<Bot size={15} />}
      title={entryLine(entry).text}
      state={entry.live ? "pending" : entry.endedBy === null ? "success" : "interrupted"}
      isOpen={isOpen}
      onToggle={() => setOpen(!isOpen)}
    >
      {isOpen && block !== null && <SubagentWindow block={block} />}
    </Disclosure>
  );
}

const recentCalls = 3;

/** The same window that a call's card has. */
function useWindow(runId: string, prompt: string | null): SubagentBlock | null {
  const made = useRef<{
    readonly of: Lane;
    readonly ended: number | null;
    readonly block: SubagentBlock;
  } | null>(null);
  return useSessionPart(useSessionContext(), ({ conversation }) => {
    const run = findRun(conversation, runId);
    if (run === undefined) return null;
    const lane = laneAt(conversation, run.lane);
    if (made.current?.of === lane && made.current.ended === run.endedTs) return made.current.block;
    const calls: Line[] = [];
    for (const entry of lane.entries) if (entry.kind === "tool_call") calls.push(entryLine(entry));
    const { startedTs, endedTs, result } = run;
    const block: SubagentBlock = {
      ...{ kind: "subagent", childRunId: runId, prompt, collapsed: false },
      ...{ startedTs, endedTs, result, recent: calls.slice(-recentCalls), toolCount: calls.length },
    };
    made.current = { of: lane, ended: endedTs, block };
    return block;
  });
}
