import { findRun, liveRequests, plural } from "@polylog/core";
import { ChevronRight } from "lucide-react";
import { useExpanded } from "../../cards/use-expanded.ts";
import { useSessionPart } from "../../data/client.ts";
import { useSessionContext } from "../../data/session/session-context.ts";
import { ModelRequests } from "./model-requests.tsx";
import styles from "./response-summary.module.css";

/** The model requests of an active run, on demand. */
export function LiveRequests({ runId }: { readonly runId: string }) {
  const handle = useSessionContext();
  const run = useSessionPart(handle, ({ conversation }) => findRun(conversation, runId));
  // Whether a request is active changes when a call starts or ends.
  useSessionPart(handle, ({ conversation: { main } }) => `${main.settled} ${main.entries.length}`);
  const [isOpen, open] = useExpanded(`requests ${runId}`);
  if (run === undefined) return null;
  const requests = liveRequests(handle.conversation, run);
  if (requests.length === 0) return null;
  return (
    <>
      <div className={`${styles.line} ${styles.live}`}>
        <button
          type="button"
          className={styles.summary}
          aria-expanded={isOpen === true}
          onClick={() => open(isOpen !== true)}
        >
          <ChevronRight size={13} className={styles.chevron} data-open={isOpen === true} />
          {plural(requests.length, "request")}
        </button>
      </div>
      {isOpen === true && <ModelRequests requests={requests} totals={[]} />}
    </>
  );
}
