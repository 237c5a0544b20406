import type { Entry } from "@polylog/core";
import { entryLine } from "@polylog/core";
import { Rows3 } from "lucide-react";
import { Disclosure } from "../../cards/disclosure.tsx";
import { useExpanded } from "../../cards/use-expanded.ts";
import { ExactText } from "../../ui/exact-text.tsx";
import styles from "./raw-event.module.css";

type RawLike = Extract<Entry, { readonly kind: "raw" | "opaque" | "late" }>;

/** An event that could not be interpreted, stored verbatim and collapsed. */
export function RawEvent({ entry }: { readonly entry: RawLike }) {
  const [chosen, setOpen] = useExpanded(entry.key);
  const isOpen = chosen === true;
  return (
    <Disclosure
      icon={<Rows3 size={15} />}
      title="Raw event"
      object={entryLine(entry).text}
      tone="quiet"
      state={null}
      isOpen={isOpen}
      onToggle={() => setOpen(!isOpen)}
    >
      {isOpen && (
        <pre className={styles.raw}>
          <ExactText text={textOf(entry)} />
        </pre>
      )}
    </Disclosure>
  );
}

function textOf(entry: RawLike): string {
  if (entry.kind === "raw") return entry.truncated ? `${entry.line} …` : entry.line;
  return entry.kind === "opaque" ? entry.raw : JSON.stringify(entry.event, null, 2);
}
