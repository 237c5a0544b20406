import { Suspense, useLayoutEffect, useMemo, useRef } from "react";
import { Virtualizer, type VirtualizerHandle } from "virtua";
import { useSession, useSessionPart } from "../../data/client.ts";
import { useSessionContext } from "../../data/session/session-context.ts";
import { isFindBarOpen } from "../../find/find-bar-open.ts";
import { lazyPart } from "../../offline/load-part.ts";
import type { Target } from "../../routing/route.ts";
import { useStore } from "../../store/store.ts";
import { useGrouping } from "../hooks/use-grouping.ts";
import { usePinned } from "../hooks/use-pinned.ts";
import { useRows } from "../hooks/use-rows.ts";
import { useTargetRow } from "../hooks/use-target-row.ts";
import styles from "./conversation-list.module.css";
import { Row } from "./row.tsx";
import { StatusBubble } from "./status-bubble.tsx";
import { SubagentAsks } from "./subagent-asks.tsx";

const JumpToEndButton = lazyPart(async () => (await import("./jump-to-end-button.tsx")).JumpToEndButton);
const EmptyConversation = lazyPart(async () => (await import("./empty-conversation.tsx")).EmptyConversation);

/**
 * The estimated height of a row that was never drawn. It is closer to most rows than the list's default, which draws
 * three times as many.
 */
const usualRowPx = 120;
/**
 * While the view is at the end, this many last rows stay in the document, because measuring moves them off screen and
 * back.
 */
const lastRows = 8;

/** The conversation, virtualized: the document contains only visible rows. */
export function ConversationList({ target }: { readonly target: Target | null }) {
  const handle = useSessionContext();
  const { conversation } = useSession(handle);
  const grouping = useGrouping(handle, conversation);
  const scroller = useRef<HTMLElement>(null);
  const list = useRef<VirtualizerHandle>(null);
  const isReading = useRef(false);
  const marked = useTargetRow(target, grouping);
  const { rows, toggle } = useRows({ handle, conversation, grouping, marked, isReading: isReading.current });
  const { length } = rows;
  const isWorking = useSessionPart(handle, (view) => view.conversation.liveRuns.size > 0);
  // The find bar has its own return button.
  const isFinding = useStore(isFindBarOpen);
  const { isPinned, missed, jump, settle, unpin } = usePinned(scroller, length);
  isReading.current = !isPinned;
  const kept = useMemo(
    () =>
      isPinned ? Array.from({ length: Math.min(lastRows, length) }, (_, back) => length - 1 - back) : [],
    [isPinned, length],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rows are a list that only grows.
  const markedAt = useMemo(() => (marked === null ? -1 : rows.indexOf(marked)), [rows, length, marked]);
  const scrolledTo = useRef<string | null>(null);
  // Once per target, so that new rows do not move the reader back.
  useLayoutEffect(() => {
    if (scrolledTo.current === marked || (marked !== null && markedAt === -1)) return;
    scrolledTo.current = marked;
    if (marked === null) return;
    unpin();
    list.current?.scrollToIndex(markedAt, { align: "center" });
  }, [marked, markedAt, unpin]);
  // The list handles its first scroll one frame late and would show the start of the conversation until then.
  useLayoutEffect(() => queueMicrotask(() => scroller.current?.dispatchEvent(new Event("scroll"))), []);
  return (
    <div className={styles.conversation}>
      <section
        ref={scroller}
        className={styles.scroller}
        role="log"
        // Screen readers announce streamed text when it is complete, not word by word.
        aria-busy={isWorking}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard.
        tabIndex={0}
        aria-label="Conversation"
      >
        <div className={styles.column}>
          <Virtualizer
            ref={list}
            scrollRef={scroller}
            data={{ length: rows.length }}
            bufferSize={240}
            itemSize={usualRowPx}
            keepMounted={kept}
            onResize={settle}
          >
            {(_, index) => {
              const row = rows.at(index);
              return row === undefined ? (
                <div key={index} />
              ) : (
                <Row key={row.group.key} {...row} onToggle={toggle} marked={index === markedAt} />
              );
            }}
          </Virtualizer>
          <SubagentAsks />
          <StatusBubble />
          <div className={styles.end} />
        </div>
      </section>
      <Suspense>{rows.length === 0 && conversation.runs.length === 0 && <EmptyConversation />}</Suspense>
      <Suspense>{!isPinned && !isFinding && <JumpToEndButton missed={missed} onJump={jump} />}</Suspense>
    </div>
  );
}
