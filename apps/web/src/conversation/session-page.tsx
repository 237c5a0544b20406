import { lazy, Suspense, useEffect, useState } from "react";
import type { Target } from "../app/route.ts";
import { Composer } from "../composer/composer.tsx";
import { useSessionPart } from "../data/client.ts";
import { markRead } from "../data/read-marks.ts";
import { useSessionHandle } from "../data/use-session-handle.ts";
import { FindInSession } from "../find/find-in-session.tsx";
import { Header } from "./header.tsx";
import { LaneOf } from "./lane-of.tsx";
import { LaneView } from "./lane-view.ts";
import { Loading, NotThere } from "./not-there.tsx";
import styles from "./session-page.module.css";
import { SessionScope, useScope } from "./session-scope.ts";
import { Talk } from "./talk.tsx";

const Panel = lazy(async () => ({ default: (await import("../panel/panel.tsx")).Panel }));

interface SessionPageProps {
  readonly sessionId: string;
  readonly target: Target | null;
}

export function SessionPage({ sessionId, target }: SessionPageProps) {
  const handle = useSessionHandle(sessionId);
  if (handle === null) return <Loading />;
  return (
    <SessionScope value={handle}>
      <LaneView value={LaneOf}>
        <Opened target={target} />
      </LaneView>
    </SessionScope>
  );
}

function Opened({ target }: { readonly target: Target | null }) {
  const handle = useScope();
  const [isPanelOpen, setPanelOpen] = useState(false);
  const isLoaded = useSessionPart(
    handle,
    ({ state, conversation }) => state === "live" || conversation.seq > 0,
  );
  const error = useSessionPart(handle, (view) => view.error);
  const title = useSessionPart(handle, ({ conversation }) => conversation.title);
  useReadMark();
  useEffect(() => {
    document.title = title === null ? "Polylog" : `${title} · Polylog`;
    return () => {
      document.title = "Polylog";
    };
  }, [title]);
  if (!isLoaded) return error === null ? <Loading /> : <NotThere error={error} />;
  return (
    <>
      <main className={styles.page}>
        <Header isPanelOpen={isPanelOpen} onTogglePanel={() => setPanelOpen(!isPanelOpen)} />
        <FindInSession />
        <Talk key={handle.sessionId} target={target} />
        <Composer key={`composer/${handle.sessionId}`} />
      </main>
      <Suspense>{isPanelOpen && <Panel onClose={() => setPanelOpen(false)} />}</Suspense>
    </>
  );
}

/** What was on the screen was read. */
function useReadMark(): void {
  const handle = useScope();
  const seq = useSessionPart(handle, ({ conversation }) => conversation.seq);
  useEffect(() => {
    // Not with every word: what matters is where the reading ended.
    const mark = () => {
      if (!document.hidden) markRead(handle.sessionId, seq);
    };
    const timer = setTimeout(mark, 400);
    document.addEventListener("visibilitychange", mark);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", mark);
      mark();
    };
  }, [handle, seq]);
}
