import { Suspense, useEffect } from "react";
import { SubagentLaneContext } from "../../cards/blocks/subagent/subagent-lane-context.ts";
import { Composer } from "../../composer/composer.tsx";
import { ConversationList } from "../../conversation/list/conversation-list.tsx";
import { SubagentLane } from "../../conversation/list/subagent-lane.tsx";
import { useSessionPart } from "../../data/client.ts";
import { SessionContext, useSessionContext } from "../../data/session/session-context.ts";
import { useSessionAgent } from "../../data/session/use-session-agent.ts";
import { useSessionHandle } from "../../data/session/use-session-handle.ts";
import { ensureRow, useSessions } from "../../data/sessions.ts";
import { FindInSession } from "../../find/find-in-session.tsx";
import { panel } from "../../layout/layout-state.ts";
import { lazyPart } from "../../offline/load-part.ts";
import type { Target } from "../../routing/route.ts";
import { useStore } from "../../store/store.ts";
import { useUntrusted } from "../../trust/use-untrusted.ts";
import { Header } from "./header/header.tsx";
import { LoadingSession } from "./loading-session.tsx";
import styles from "./session-page.module.css";
import { useReadMark } from "./use-read-mark.ts";

const SessionError = lazyPart(async () => (await import("./session-error.tsx")).SessionError);
const Panel = lazyPart(async () => (await import("../../panel/panel.tsx")).Panel);
const TrustBanner = lazyPart(async () => (await import("../../trust/trust-banner.tsx")).TrustBanner);

interface SessionPageProps {
  readonly sessionId: string;
  readonly target: Target | null;
}

export function SessionPage({ sessionId, target }: SessionPageProps) {
  const handle = useSessionHandle(sessionId);
  const { state } = useSessions();
  useEffect(() => void (state === "ready" && ensureRow(sessionId)), [sessionId, state]);
  if (handle === null) return <LoadingSession sessionId={sessionId} />;
  return (
    <SessionContext value={handle}>
      <SubagentLaneContext value={SubagentLane}>
        <SessionContent target={target} />
      </SubagentLaneContext>
    </SessionContext>
  );
}

function SessionContent({ target }: { readonly target: Target | null }) {
  const handle = useSessionContext();
  const tab = useStore(panel);
  const { folder, reload } = useUntrusted(useSessionAgent().projectRoot);
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
  if (!isLoaded)
    return (
      <Suspense>
        {error === null ? <LoadingSession sessionId={handle.sessionId} /> : <SessionError error={error} />}
      </Suspense>
    );
  return (
    <>
      <main id="main" className={styles.page}>
        <Header isPanelOpen={tab !== null} onTogglePanel={() => panel.set(tab === null ? "changes" : null)} />
        <Suspense>{folder !== null && <TrustBanner folder={folder} onDone={reload} />}</Suspense>
        <FindInSession />
        <ConversationList key={handle.sessionId} target={target} />
        <Composer key={`composer/${handle.sessionId}`} />
      </main>
      <Suspense>
        {tab !== null && <Panel tab={tab} onTab={panel.set} onClose={() => panel.set(null)} />}
      </Suspense>
    </>
  );
}
