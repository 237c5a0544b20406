import { Snippet } from "../find/snippet.tsx";
import { useTextHits } from "../find/use-text-hits.ts";
import { Link } from "../routing/link.tsx";
import sidebar from "./sidebar.module.css";
import styles from "./text-hits.module.css";

const shown = 20;

/** Sessions whose text matches, below those whose title matches. */
export function TextHits({ typed }: { readonly typed: string }) {
  const { state, hits } = useTextHits(typed);
  if (state === "idle") return null;
  return (
    <section className={sidebar.project} aria-label="In conversations">
      <h2 className={sidebar.name}>In conversations</h2>
      {state === "failed" && <p className={sidebar.none}>Could not search conversations</p>}
      {state === "ready" && hits.length === 0 && <p className={sidebar.none}>No messages match</p>}
      <ul>
        {hits.slice(0, shown).map(({ sessionId, seq, title, snippet }) => (
          <li key={`${sessionId} ${seq}`}>
            <Link to={{ page: "session", sessionId, target: { kind: "seq", seq } }} className={styles.hit}>
              <span className={styles.title}>{title ?? "New session"}</span>
              <span className={styles.text}>
                <Snippet text={snippet} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
