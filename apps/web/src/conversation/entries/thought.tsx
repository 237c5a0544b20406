import { thoughtLine } from "@polylog/core";
import { Brain } from "lucide-react";
import { Disclosure } from "../../cards/disclosure.tsx";
import { useExpanded } from "../../cards/use-expanded.ts";
import { StreamedMarkdown } from "../../markdown/markdown.tsx";
import type { EntryProps } from "./entry-view.tsx";
import styles from "./thought.module.css";

/** Reasoning, collapsed to its last line while it streams. */
export function Thought({ entry }: EntryProps<"thought">) {
  const { key, body, live, redacted } = entry;
  const [chosen, setOpen] = useExpanded(key);
  const isOpen = chosen === true;
  const isEmpty = body.length === 0;
  const { title, hint } = thoughtLine(entry);
  return (
    <Disclosure
      icon={<Brain size={15} />}
      title={<span className={styles.title}>{title}</span>}
      object={isOpen || isEmpty ? null : <span className={styles.hint}>{hint}</span>}
      summary={redacted ? "Hidden by the model provider" : null}
      state={live ? "pending" : null}
      isOpen={isEmpty ? null : isOpen}
      onToggle={() => setOpen(!isOpen)}
    >
      {isOpen && <StreamedMarkdown body={body} live={live} className={styles.text} />}
    </Disclosure>
  );
}
