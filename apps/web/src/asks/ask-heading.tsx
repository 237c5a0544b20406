import type { AskDescription, AskObject } from "@polylog/core";
import { plural } from "../format/format.ts";
import { ExactText } from "../ui/exact-text.tsx";
import styles from "./ask-heading.module.css";

/** These are shown in full below the heading, which only counts them. */
const drawnBelow: ReadonlySet<AskObject["kind"]> = new Set(["command", "question", "plan"]);

/** The verb of an ask and its objects. */
export function AskHeading({ ask: { verb, objects } }: { readonly ask: AskDescription }) {
  const kinds = Map.groupBy(
    objects.filter(({ kind }) => drawnBelow.has(kind)),
    ({ kind }) => kind,
  );
  const counted = [...kinds].map(([kind, { length }]) => (length === 1 ? kind : plural(length, kind)));
  const named = objects.filter(({ kind }) => !drawnBelow.has(kind));
  return (
    <>
      {[verb, ...counted].join(" ")}
      {named.map(({ kind, text }) => (
        <code key={`${kind}/${text}`} className={styles.object}>
          <ExactText text={text} />
        </code>
      ))}
    </>
  );
}
