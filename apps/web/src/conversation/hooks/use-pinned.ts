import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";

/** This close to the end counts as being there. */
const nearPx = 40;
/** How long after a touch of wheel, finger or key a scroll counts as the reader's own. */
const intentMs = 700;

interface Pinned {
  readonly isPinned: boolean;
  /** How many rows have come since the reader scrolled away. */
  readonly missed: number;
  jump(): void;
  /** The view is taken elsewhere, as by an address. */
  unpin(): void;
  /** To be called when something inside has another size. */
  settle(): void;
}

/**
 * Keeps the view at the end while the talk grows, unless the reader scrolled away. Only what the reader does unpins:
 * rows that are measured move the scrollbar too.
 */
export function usePinned(scroller: RefObject<HTMLElement | null>, rows: number): Pinned {
  const [isPinned, setPinned] = useState(true);
  const pinned = useRef(true);
  const intent = useRef(0);
  /** An address has led to a row: rows that are measured late must not take the view back to the end. */
  const isAtTarget = useRef(false);
  const [seen, setSeen] = useState(rows);
  const pin = useCallback((value: boolean) => {
    if (pinned.current === value) return;
    pinned.current = value;
    setPinned(value);
  }, []);
  const settle = useCallback(() => {
    const element = scroller.current;
    if (element !== null && pinned.current) element.scrollTop = element.scrollHeight;
  }, [scroller]);

  useLayoutEffect(settle);
  if (isPinned && seen !== rows) setSeen(rows);

  useEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const isAtEnd = () => element.scrollHeight - element.scrollTop - element.clientHeight <= nearPx;
    const touch = () => {
      intent.current = performance.now();
      if (isAtTarget.current && isAtEnd()) pin(true);
      isAtTarget.current = false;
    };
    const scroll = () => {
      if (!isAtEnd()) {
        if (performance.now() - intent.current < intentMs) pin(false);
      } else if (!isAtTarget.current) pin(true);
    };
    const resized = new ResizeObserver(settle);
    resized.observe(element);
    for (const name of touches) element.addEventListener(name, touch, { passive: true });
    element.addEventListener("scroll", scroll, { passive: true });
    return () => {
      resized.disconnect();
      for (const name of touches) element.removeEventListener(name, touch);
      element.removeEventListener("scroll", scroll);
    };
  }, [scroller, pin, settle]);

  const jump = useCallback(() => {
    isAtTarget.current = false;
    pin(true);
    settle();
  }, [pin, settle]);
  const unpin = useCallback(() => {
    isAtTarget.current = true;
    pin(false);
  }, [pin]);
  return { isPinned, missed: Math.max(0, rows - seen), jump, unpin, settle };
}

const touches = ["wheel", "touchmove", "keydown", "pointerdown"] as const;
