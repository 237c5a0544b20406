import type { ToolState } from "@polylog/core";
import { Ban, Check, ChevronRight, CircleAlert, TriangleAlert } from "lucide-react";
import { type ReactNode, type RefObject, useId } from "react";
import { cx } from "../ui/cx.ts";
import styles from "./disclosure.module.css";

interface DisclosureProps {
  readonly icon: ReactNode;
  readonly title: ReactNode;
  readonly object?: ReactNode;
  readonly objectRef?: RefObject<HTMLSpanElement | null>;
  readonly summary?: ReactNode;
  readonly meta?: ReactNode;
  /** A separate control on the line. */
  readonly mark?: ReactNode;
  readonly state: ToolState | null;
  readonly tone?: "plain" | "quiet" | "waiting" | "agent" | "failed";
  /** Null if there is nothing to open. */
  readonly isOpen: boolean | null;
  readonly onToggle?: () => void;
  readonly children?: ReactNode;
}

/** A line that opens details below itself. Every card in a conversation uses it. */
export function Disclosure(props: DisclosureProps) {
  const {
    icon,
    title,
    object,
    objectRef,
    summary,
    meta,
    mark,
    state,
    tone = "plain",
    isOpen,
    onToggle,
    children,
  } = props;
  const line = (
    <>
      <span className={styles.icon}>{icon}</span>
      <span className={styles.title}>
        <span className={styles.verb}>{title}</span>
        {object !== undefined && object !== null && (
          <span ref={objectRef} className={styles.object}>
            {object}
          </span>
        )}
      </span>
      {summary !== undefined && summary !== null && <span className={styles.summary}>{summary}</span>}
      {meta}
      {state !== null && <StateMark state={state} />}
      {isOpen !== null && <ChevronRight size={14} className={styles.chevron} data-open={isOpen} />}
    </>
  );
  return (
    <div
      className={cx(styles.card, state !== null && styles[state], styles[tone])}
      data-state={state ?? undefined}
    >
      {mark != null ? (
        <MarkedLine line={line} mark={mark} isOpen={isOpen} onToggle={onToggle} />
      ) : isOpen === null ? (
        <div className={styles.line}>{line}</div>
      ) : (
        <button
          type="button"
          className={cx(styles.line, styles.button)}
          aria-expanded={isOpen}
          onClick={onToggle}
        >
          {line}
        </button>
      )}
      {children !== undefined && children !== null && children !== false && (
        <div className={styles.body}>{children}</div>
      )}
    </div>
  );
}

interface MarkedLineProps {
  readonly line: ReactNode;
  readonly mark: ReactNode;
  readonly isOpen: boolean | null;
  readonly onToggle: (() => void) | undefined;
}

/** Buttons cannot be nested: the main one covers the line and is labelled by it. */
function MarkedLine({ line, mark, isOpen, onToggle }: MarkedLineProps) {
  const id = useId();
  return (
    <div className={cx(styles.line, styles.marked, isOpen !== null && styles.button)}>
      {isOpen !== null && (
        <button
          type="button"
          className={styles.cover}
          aria-expanded={isOpen}
          aria-labelledby={id}
          onClick={onToggle}
        />
      )}
      <span id={id} className={styles.said}>
        {line}
      </span>
      {mark}
    </div>
  );
}

function StateMark({ state }: { readonly state: ToolState }) {
  switch (state) {
    case "pending":
      return <span className={styles.dot} role="img" aria-label="Running" />;
    case "success":
      return <Check size={14} className={styles.done} aria-label="Done" />;
    case "error":
      return <CircleAlert size={14} className={styles.bad} aria-label="Failed" />;
    case "interrupted":
      return (
        <span className={styles.stopped}>
          <TriangleAlert size={13} /> Interrupted
        </span>
      );
    case "truncated":
      return <Ban size={13} className={styles.cut} aria-label="Done, output truncated" />;
    case "agent-callback":
      return <Check size={14} className={styles.gold} aria-label="Answered by an agent" />;
  }
}
