import { useEffect } from "react";
import { markRead } from "../../data/read-marks.ts";
import { useSessionContext } from "../../data/session/session-context.ts";

/** Not on every delta, because only the last position matters. */
const everyMs = 400;

/** Marks events as read that were on the screen. It causes no rendering. */
export function useReadMark(): void {
  const handle = useSessionContext();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const mark = () => {
      timer = undefined;
      if (!document.hidden) markRead(handle.sessionId, handle.conversation.seq);
    };
    const markSoon = () => {
      timer ??= setTimeout(mark, everyMs);
    };
    markSoon();
    const unsubscribe = handle.subscribe(markSoon);
    document.addEventListener("visibilitychange", markSoon);
    return () => {
      unsubscribe();
      document.removeEventListener("visibilitychange", markSoon);
      clearTimeout(timer);
      mark();
    };
  }, [handle]);
}
