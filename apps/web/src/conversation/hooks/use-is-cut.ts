import { type RefObject, useLayoutEffect, useState } from "react";

/** Whether a line has less room than its text needs. Null where it does not matter. */
export function useIsCut(line: RefObject<HTMLElement | null> | null): boolean {
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
