import { useEffect } from "react";
import { markRead } from "../../data/read-marks.ts";
import { useSessionContext } from "../../data/session/session-context.ts";

/** Not with every word: what matters is where the reading ended. */
const everyMs = 400;

/** What was on the screen was read. Nothing is drawn again for it. */
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
