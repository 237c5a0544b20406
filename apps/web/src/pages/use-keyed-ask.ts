import { type RefObject, useEffect, useRef, useState } from "react";

/** Much of it is in sight, or it fills much of what is. */
const enough = 0.5;

interface KeyedAsk {
  readonly list: RefObject<HTMLOListElement | null>;
  /** Whose keys work: the one pointed at or focused last, else the first; never one that is out of sight. */
  readonly keyed: string | null;
  readonly point: (askId: string) => void;
}

export function useKeyedAsk(askIds: readonly string[]): KeyedAsk {
  const list = useRef<HTMLOListElement>(null);
  const [inSight, setInSight] = useState<ReadonlySet<string>>(new Set());
  const [pointed, setPointed] = useState<string | null>(null);
  const all = askIds.join(" ");
  // biome-ignore lint/correctness/useExhaustiveDependencies: the cards are others when the asks are.
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
