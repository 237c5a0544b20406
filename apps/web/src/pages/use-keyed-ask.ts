import { type RefObject, useEffect, useRef, useState } from "react";

/** The share of an ask that must be visible, or of the visible area that it must fill. */
const enough = 0.5;

interface KeyedAsk {
  readonly list: RefObject<HTMLOListElement | null>;
  /**
   * The ask that number keys answer: the one that was last pointed at or focused, else the first; never one that is
   * off screen.
   */
  readonly keyed: string | null;
  readonly point: (askId: string) => void;
}

export function useKeyedAsk(askIds: readonly string[]): KeyedAsk {
  const list = useRef<HTMLOListElement>(null);
  const [inSight, setInSight] = useState<ReadonlySet<string>>(new Set());
  const [pointed, setPointed] = useState<string | null>(null);
  const all = askIds.join(" ");
  // biome-ignore lint/correctness/useExhaustiveDependencies: the cards change with the asks.
  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) =>
        setInSight((before) => {
          const next = new Set(before);
          for (const entry of entries) {
            const askId = (entry.target as HTMLElement).dataset.askId ?? "";
            if (isInSight(entry)) next.add(askId);
            else next.delete(askId);
          }
          return next;
        }),
      { threshold: [0, 0.25, enough, 0.75, 1] },
    );
    for (const card of list.current?.children ?? []) observer.observe(card);
    return () => observer.disconnect();
  }, [all]);
  const seen = askIds.filter((askId) => inSight.has(askId));
  const keyed = seen.find((askId) => askId === pointed) ?? seen[0] ?? null;
  return { list, keyed, point: setPointed };
}

function isInSight({ intersectionRatio, intersectionRect, rootBounds }: IntersectionObserverEntry): boolean {
  const height = rootBounds?.height ?? window.innerHeight;
  return intersectionRatio >= enough || intersectionRect.height >= height * enough;
}
