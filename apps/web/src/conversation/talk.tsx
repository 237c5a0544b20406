import { lazy, Suspense, useLayoutEffect, useRef } from "react";
import { Virtualizer, type VirtualizerHandle } from "virtua";
import type { Target } from "../app/route.ts";
import { useSession } from "../data/client.ts";
import { useStore } from "../data/store.ts";
import { finding } from "../find/finding.ts";
import { AsksBelow } from "./asks-below.tsx";
import { JumpPill } from "./jump-pill.tsx";
import { Row } from "./row.tsx";
import { useScope } from "./session-scope.ts";
import { StatusBubble } from "./status-bubble.tsx";
import styles from "./talk.module.css";
import { findRow, rowAt, rowCount, useGrouping } from "./use-grouping.ts";
import { usePinned } from "./use-pinned.ts";
import { useTarget } from "./use-target.ts";

const EmptyTalk = lazy(async () => ({ default: (await import("./empty-talk.tsx")).EmptyTalk }));

/** The conversation: a list of which only what is in sight is in the document. */
export function Talk({ target }: { readonly target: Target | null }) {
  const handle = useScope();
  const { conversation } = useSession(handle);
  const grouping = useGrouping(handle, conversation);
  const scroller = useRef<HTMLElement>(null);
  const list = useRef<VirtualizerHandle>(null);
  const rows = rowCount(grouping);
  // The bar that finds has its own way back.
  const isFinding = useStore(finding);
  const { isPinned, missed, jump, settle, unpin } = usePinned(scroller, rows);
  const marked = useTarget(target, grouping);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each target; later rows must not bring the reader back.
  useLayoutEffect(() => {
    if (marked === null) return;
    const index = findRow(grouping, ({ key }) => key === marked);
    if (index === -1) return;
    unpin();
    list.current?.scrollToIndex(index, { align: "center" });
  }, [marked]);
  return (
    <div className={styles.talk}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard. */}
      <section ref={scroller} className={styles.scroller} tabIndex={0} aria-label="Conversation">
        <div className={styles.column}>
          <Virtualizer
            ref={list}
            scrollRef={scroller}
            data={{ length: rows }}
            bufferSize={240}
            onResize={settle}
          >
            {(_, index) => {
              const group = rowAt(grouping, index);
              return group === undefined ? (
                <div key={index} />
              ) : (
                <Row key={group.key} group={group} marked={group.key === marked} />
              );
            }}
          </Virtualizer>
          <AsksBelow />
          <StatusBubble />
          <div className={styles.end} />
        </div>
      </section>
      <Suspense>{rows === 0 && conversation.runs.length === 0 && <EmptyTalk />}</Suspense>
      {!isPinned && !isFinding && <JumpPill missed={missed} onJump={jump} />}
    </div>
  );
}
