import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useRef, useState } from "react";
import { panelWidth } from "../layout/layout-state.ts";
import { useStore } from "../store/store.ts";
import styles from "./resize-handle.module.css";

/** The edge of the panel. Dragging or the arrow keys resize the panel; a double click restores the default width. */
export function ResizeHandle({ of }: { readonly of: RefObject<HTMLElement | null> }) {
  const chosen = useStore(panelWidth);
  const [now, setNow] = useState<number | null>(chosen);
  const [most, setMost] = useState<number>(limits.mostWidth);
  useEffect(() => {
    const panel = of.current;
    if (panel === null) return;
    const observer = new ResizeObserver(() => {
      setNow(Math.round(panel.offsetWidth));
      setMost(mostWidth(panel));
    });
    observer.observe(panel);
    if (panel.previousElementSibling !== null) observer.observe(panel.previousElementSibling);
    return () => observer.disconnect();
  }, [of]);
  const widen = (width: number) => {
    if (of.current !== null) panelWidth.set(within(width, mostWidth(of.current)));
  };
  /** The offset of the pointer from the panel's left edge. */
  const held = useRef(0);
  const hold = (event: PointerEvent<HTMLElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    held.current = event.clientX - (of.current?.getBoundingClientRect().left ?? event.clientX);
  };
  const drag = (event: PointerEvent<HTMLElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId) || of.current === null) return;
    widen(of.current.getBoundingClientRect().right - event.clientX + held.current);
  };
  const press = (event: KeyboardEvent) => {
    if (of.current === null) return;
    // The state follows a frame later, and a key may come sooner.
    const width = widthAfter(event.key, of.current.offsetWidth, mostWidth(of.current));
    if (width === null) return;
    event.preventDefault();
    widen(width);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: an hr element cannot be moved.
    <div
      className={styles.edge}
      role="separator"
      aria-orientation="vertical"
      aria-label="Panel width"
      aria-valuenow={now ?? undefined}
      aria-valuemin={limits.leastWidth}
      aria-valuemax={most}
      tabIndex={0}
      onPointerDown={hold}
      onPointerMove={drag}
      onDoubleClick={() => panelWidth.set(null)}
      onKeyDown={press}
    />
  );
}

function widthAfter(key: string, now: number, most: number): number | null {
  if (key === "ArrowLeft") return now + limits.step;
  if (key === "ArrowRight") return now - limits.step;
  if (key === "Home") return limits.leastWidth;
  return key === "End" ? most : null;
}

/** The width at which the conversation keeps its minimum width. */
function mostWidth(panel: HTMLElement): number {
  const room = panel.offsetWidth + (panel.previousElementSibling?.clientWidth ?? 0) - limits.talkWidth;
  return within(room, limits.mostWidth);
}

function within(width: number, most: number): number {
  return Math.round(Math.min(Math.max(width, limits.leastWidth), most));
}

/** Widths of the panel next to the conversation, in pixels. */
const limits = {
  leastWidth: 280,
  mostWidth: 880,
  /** The minimum width of the conversation. */
  talkWidth: 400,
  /** The step of an arrow key. */
  step: 16,
} as const;
