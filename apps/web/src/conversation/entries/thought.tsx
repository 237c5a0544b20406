import { firstLine } from "@polylog/core";
import { Brain } from "lucide-react";
import { Disclosure } from "../../cards/disclosure.tsx";
import { useOpen } from "../../cards/use-expanded.ts";
import { duration } from "../../format/format.ts";
import { StreamedMarkdown } from "../../markdown/markdown.tsx";
import type { EntryProps } from "./entry-view.tsx";
import styles from "./thought.module.css";

/** Reasoning: folded, its last line in sight while it goes on. */
export function Thought({ entry }: EntryProps<"thought">) {
  const { key, body, live, redacted, ts, endedTs } = entry;
  const [chosen, setOpen] = useOpen(key);
  const isOpen = chosen === true;
  const isEmpty = body.length === 0;
  const took = endedTs === null ? null : endedTs - ts;
  const title = live
    ? "Thinking"
    : took !== null && took >= 1000
      ? `Thought for ${duration(took)}`
      : "Thought";
  return (
    <Disclosure
      icon={<Brain size={15} />}
      title={<span className={styles.title}>{title}</span>}
      object={
        isOpen || isEmpty ? null : (
          <span className={styles.hint}>{hintOf(live, body.from(body.length - 240))}</span>
        )
      }
      summary={redacted ? "Hidden by the model’s maker" : null}
      state={live ? "pending" : null}
      isOpen={isEmpty ? null : isOpen}
      onToggle={() => setOpen(!isOpen)}
    >
      {isOpen && <StreamedMarkdown body={body} live={live} className={styles.text} />}
    </Disclosure>
  );
}

/** While it goes on, what is being thought now; afterwards the line is still. */
function hintOf(live: boolean, end: string): string | null {
  if (!live) return null;
  const line = end.trimEnd().split("\n").at(-1) ?? "";
  return firstLine(line.replace(/^[#>*\-\s]+/, ""), 120);
}
