import {
  entryLine,
  findRun,
  type Lane,
  laneAt,
  type SubagentBlock,
  type SubagentEntry,
  subagentEntryBlock,
} from "@polylog/core";
import { Bot } from "lucide-react";
import { useRef } from "react";
import { SubagentWindow } from "../../cards/blocks/subagent/subagent-window.tsx";
import { Disclosure } from "../../cards/disclosure.tsx";
import { useExpanded } from "../../cards/use-expanded.ts";
import { useSessionPart } from "../../data/client.ts";
import { useSessionContext } from "../../data/session/session-context.ts";
import type { EntryProps } from "./entry-view.tsx";

/** A subagent that was not started by a tool call. */
export function SubagentEntryView({ entry }: EntryProps<"subagent">) {
  const [chosen, setOpen] = useExpanded(entry.key);
  const block = useWindow(entry);
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

/** The same window that a call's card has, rebuilt when its lane changes or its run ends. */
function useWindow(entry: SubagentEntry): SubagentBlock | null {
  const made = useRef<{
    readonly of: Lane;
    readonly ended: number | null;
    readonly block: SubagentBlock | null;
  } | null>(null);
  return useSessionPart(useSessionContext(), ({ conversation }) => {
    const run = findRun(conversation, entry.childRunId);
    if (run === undefined) return null;
    const lane = laneAt(conversation, run.lane);
    if (made.current?.of === lane && made.current.ended === run.endedTs) return made.current.block;
    const block = subagentEntryBlock(entry, conversation);
    made.current = { of: lane, ended: run.endedTs, block };
    return block;
  });
}
