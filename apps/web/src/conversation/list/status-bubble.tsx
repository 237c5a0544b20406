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

/** The agent's current activity, at the end of the conversation while it is working. */
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

/** Without a connection the activity is unknown, so the bubble shows none. */
function Disconnected() {
  return (
    <div className={styles.bubble} data-state="waiting" role="status">
      <WifiOff size={15} className={styles.icon} />
      Disconnected · the agent may still be running
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

/** The elapsed time is shown from this many seconds on. */
const shownFrom = 10;

function Working({ run }: { readonly run: Run }) {
  const handle = useSessionContext();
  const shown = useRef<ShownStatus | null>(null);
  const now = useSeconds();
  const isCancelling = useIsCancelling(run.runId);
  // Plain values, because each call creates a new activity object.
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

/** The plain label is shown until the catalog is loaded. */
function useNextStatusText(): NextStatusText | null {
  const [nextStatusText, setNextStatusText] = useState<{ readonly of: NextStatusText } | null>(null);
  useEffect(() => {
    let isWanted = true;
    loadPart(() => import("./status-text.ts")).then(
      (loaded) => isWanted && setNextStatusText({ of: loaded.nextStatusText }),
      // The page is older than the server, so the plain label stays.
      () => undefined,
    );
    return () => {
      isWanted = false;
    };
  }, []);
  return nextStatusText?.of ?? null;
}
