import {
  liveRun,
  type Run,
  runActivity,
  type ShownStatus,
  sessionStatus,
  stateIcon,
  statusCategory,
  workedMs,
} from "@polylog/core";
import { Hand, WifiOff } from "lucide-react";
import { Suspense, useEffect, useRef, useState } from "react";
import { useSessionPart } from "../../data/client.ts";
import { useIsCancelling } from "../../data/session/cancel-run.ts";
import { useSessionContext } from "../../data/session/session-context.ts";
import { elapsed } from "../../format/format.ts";
import { useSeconds } from "../../format/use-now.ts";
import { lazyPart, loadPart } from "../../offline/load-part.ts";
import { stateIcons } from "../icons.tsx";
import styles from "./status-bubble.module.css";

const LiveRequests = lazyPart(async () => (await import("../response/live-requests.tsx")).LiveRequests);

type NextStatusText = typeof import("./status-text.ts").nextStatusText;

/** At the end of the talk: what the agent is at, as long as it is at something. */
export function StatusBubble() {
  const handle = useSessionContext();
  const run = useSessionPart(handle, ({ conversation }) => liveRun(conversation));
  const waits = useSessionPart(
    handle,
    ({ conversation }) => sessionStatus(conversation) === "waiting_for_you",
  );
  const isCut = useSessionPart(handle, ({ state }) => state === "offline" || state === "denied");
  if (run === null) return null;
  if (isCut) return <Disconnected />;
  return (
    <>
      {waits ? <Waiting /> : <Working run={run} />}
      <Suspense>
        <LiveRequests runId={run.runId} />
      </Suspense>
    </>
  );
}

/** Nobody here knows what the agent is at, and the bubble does not pretend to. */
function Disconnected() {
  return (
    <div className={styles.bubble} data-state="waiting" role="status">
      <WifiOff size={15} className={styles.icon} />
      Disconnected: it may work on, and all of it will be here
    </div>
  );
}

function Waiting() {
  return (
    <div className={styles.bubble} data-state="waiting" role="status">
      <Hand size={15} className={styles.icon} />
      Waiting for you
    </div>
  );
}

/** Seconds from which on it is told how long it takes. */
const shownFrom = 10;

function Working({ run }: { readonly run: Run }) {
  const handle = useSessionContext();
  const shown = useRef<ShownStatus | null>(null);
  const now = useSeconds();
  const isCancelling = useIsCancelling(run.runId);
  // Plain values rather than one object: an activity is made anew each time it is asked for.
  const state = useSessionPart(handle, ({ conversation }) => runActivity(conversation, run.runId).state);
  const tool =
    useSessionPart(handle, ({ conversation }) => runActivity(conversation, run.runId).tool) ?? undefined;
  const kind = useSessionPart(handle, ({ conversation }) => runActivity(conversation, run.runId).toolKind);
  const activity = useSessionPart(handle, ({ conversation }) => runActivity(conversation, run.runId).text);
  const nextStatusText = useNextStatusText();
  shown.current = nextStatusText?.(shown.current, run, statusCategory(state, tool, kind), now) ?? null;
  const { icon, animation, label } = stateIcon(state, tool, kind);
  const Icon = icon === null ? null : stateIcons[icon];
  const seconds = Math.floor(workedMs(handle.conversation, run, now) / 1000);
  if (Icon == null && !isCancelling) return null;
  return (
    <div
      className={styles.bubble}
      role="status"
      aria-label={isCancelling ? "Cancelling" : (activity ?? label)}
    >
      {Icon != null && <Icon size={15} className={styles.icon} data-animation={animation} />}
      <span className={styles.words} aria-hidden="true">
        {isCancelling ? "Cancelling…" : (shown.current?.text ?? label)}
      </span>
      {!isCancelling && activity !== null && (
        <span className={styles.activity} aria-hidden="true">
          {activity}
        </span>
      )}
      {seconds >= shownFrom && (
        <time className={styles.elapsed} aria-hidden="true">
          {elapsed(seconds * 1000)}
        </time>
      )}
    </div>
  );
}

/** Until the catalogue is there, the plain label says the same. */
function useNextStatusText(): NextStatusText | null {
  const [nextStatusText, setNextStatusText] = useState<{ readonly of: NextStatusText } | null>(null);
  useEffect(() => {
    let isWanted = true;
    loadPart(() => import("./status-text.ts")).then(
      (loaded) => isWanted && setNextStatusText({ of: loaded.nextStatusText }),
      // The page is older than the server: the plain label stays.
      () => undefined,
    );
    return () => {
      isWanted = false;
    };
  }, []);
  return nextStatusText?.of ?? null;
}
