import type { Block, ToolApproval, ToolCallEntry, ToolCard } from "@polylog/core";
import { ShieldCheck } from "lucide-react";
import { memo, type RefObject, useLayoutEffect, useRef, useState } from "react";
import { BlockView } from "../../cards/blocks/block-view.tsx";
import { Disclosure } from "../../cards/disclosure.tsx";
import { useVisibleBlocks } from "../../cards/use-visible-blocks.ts";
import { duration, elapsed } from "../../format/format.ts";
import { useSeconds } from "../../format/use-now.ts";
import { ExactText } from "../../ui/exact-text.tsx";
import { Tooltip } from "../../ui/tooltip/tooltip.tsx";
import { useToolCard } from "../hooks/use-tool-card.ts";
import { toolIcons } from "../icons.tsx";
import styles from "./tool-call.module.css";

/** A tool call as core's card describes it. */
export const ToolCallView = memo(function ToolCallView({ call }: { readonly call: ToolCallEntry }) {
  const card = useToolCard(call);
  const line = useRef<HTMLSpanElement>(null);
  const hasCommand = card.blocks.some(({ kind }) => kind === "command");
  const isCut = useIsCut(hasCommand ? line : null);
  const { shown, isOpen, toggle } = useVisibleBlocks(call.key, card, { isCut });
  const Icon = toolIcons[card.icon];
  // The window of a single subagent shows the count and the time itself.
  const isSubagent = card.icon === "subagent" && shown.filter(({ kind }) => kind === "subagent").length === 1;
  return (
    <Disclosure
      icon={<Icon size={15} />}
      title={card.title}
      object={card.object === null ? null : <ExactText text={card.object} />}
      objectRef={line}
      summary={isSubagent ? null : card.summary}
      meta={isSubagent ? null : <Meta card={card} />}
      mark={card.approval === null ? null : <ApprovalMark approval={card.approval} />}
      state={card.state}
      isOpen={isOpen}
      onToggle={toggle}
    >
      {shown.length > 0 &&
        shown.map((block, index) => <BlockView key={blockKey(block, index)} block={block} />)}
    </Disclosure>
  );
});

export function blockKey(block: Block, index: number): string {
  return block.kind === "subagent" ? block.childRunId : `${block.kind}/${index}`;
}

function Meta({ card }: { readonly card: ToolCard }) {
  return (
    <>
      {card.added !== null && <span className={styles.added}>+{card.added}</span>}
      {card.removed !== null && <span className={styles.removed}>−{card.removed}</span>}
      {card.runsSince !== null && <Elapsed since={card.runsSince} told={card.durationMs} />}
      {card.runsSince === null && card.durationMs !== null && card.durationMs >= 100 && (
        <time className={styles.time}>
          {card.state === "pending" ? elapsed(card.durationMs) : duration(card.durationMs)}
        </time>
      )}
    </>
  );
}

/** Times under one second are not shown. */
function Elapsed({ since, told }: { readonly since: number; readonly told: number | null }) {
  const ms = Math.max(told ?? 0, useSeconds() - since);
  return ms < 1000 ? null : <time className={styles.time}>{elapsed(ms)}</time>;
}

/** Names the rule or mode that approved a call without asking. */
function ApprovalMark({ approval: { by } }: { readonly approval: ToolApproval }) {
  const text = `Auto-approved: ${by}`;
  return (
    <Tooltip text={text} opensOnPress>
      <button
        type="button"
        className={styles.mark}
        aria-label={text}
        // Escape closes the tooltip without stopping the run.
        onKeyDown={(event) => event.key === "Escape" && event.preventDefault()}
      >
        <ShieldCheck size={14} />
      </button>
    </Tooltip>
  );
}

/** Whether the text is wider than its line. Null if the line is not measured. */
function useIsCut(line: RefObject<HTMLElement | null> | null): boolean {
  const [isCut, setCut] = useState(false);
  useLayoutEffect(() => {
    const element = line?.current ?? null;
    if (element === null) return setCut(false);
    const look = () => setCut(element.scrollWidth > element.clientWidth + 1);
    look();
    const observer = new ResizeObserver(look);
    observer.observe(element);
    return () => observer.disconnect();
  }, [line]);
  return isCut;
}
