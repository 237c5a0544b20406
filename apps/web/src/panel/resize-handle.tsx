import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useRef, useState } from "react";
import { panelWidth } from "../layout/layout-state.ts";
import { useStore } from "../store/store.ts";
import styles from "./resize-handle.module.css";

/** The panel's edge: dragged, or moved by the arrow keys, it makes the panel wider; a double click takes that back. */
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
  /** Where the edge was taken hold of, from the panel's own left. */
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
    const width = widthAfter(event.key, now ?? limits.leastWidth, most);
    if (width === null) return;
    event.preventDefault();
    widen(width);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a rule cannot be moved.
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

/** As wide as the page has room for beside the talk. */
function mostWidth(panel: HTMLElement): number {
  const room = panel.offsetWidth + (panel.previousElementSibling?.clientWidth ?? 0) - limits.talkWidth;
  return within(room, limits.mostWidth);
}

function within(width: number, most: number): number {
  return Math.round(Math.min(Math.max(width, limits.leastWidth), most));
}

/** How wide the panel beside the talk can be made, in pixels. */
const limits = {
  leastWidth: 280,
  mostWidth: 880,
  /** What is left to the talk. */
  talkWidth: 400,
  /** A press of an arrow key. */
  step: 16,
} as const;
