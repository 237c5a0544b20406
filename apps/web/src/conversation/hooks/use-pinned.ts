import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";

/** Within this distance of the end, the view counts as being at the end. */
const nearPx = 40;
/** A scroll this soon after a wheel, touch or key event counts as the reader's own. */
const intentMs = 700;

interface Pinned {
  readonly isPinned: boolean;
  /** The number of rows that were added since the reader scrolled away. */
  readonly missed: number;
  jump(): void;
  /** For jumps to another place, such as to the target of an address. */
  unpin(): void;
  /** Call it when the size of the content changes. */
  settle(): void;
}

/**
 * Keeps the view at the end while the conversation grows, unless the reader scrolled away. Measuring rows also moves
 * the scrollbar, so only wheel, touch and keys unpin the view.
 */
export function usePinned(scroller: RefObject<HTMLElement | null>, rows: number): Pinned {
  const [isPinned, setPinned] = useState(true);
  const pinned = useRef(true);
  const intent = useRef(0);
  /** Prevents rows that are measured late from moving the view from its target back to the end. */
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
