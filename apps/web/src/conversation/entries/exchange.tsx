import { firstLine } from "@polylog/core";
import { ArrowLeftRight } from "lucide-react";
import { Markdown } from "../../markdown/markdown.tsx";
import { Disclosure } from "../disclosure.tsx";
import { useOpen } from "../use-open.ts";
import type { EntryProps } from "./entry-view.tsx";
import styles from "./exchange.module.css";

/** One agent's message to another. */
export function Exchange({ entry }: EntryProps<"exchange">) {
  const [chosen, setOpen] = useOpen(entry.key);
  const isOpen = chosen === true;
  const { fromAgentId, toAgentId, content, result, error, live, queued, status } = entry;
  return (
    <Disclosure
      icon={<ArrowLeftRight size={15} />}
      title={`${fromAgentId} → ${toAgentId}`}
      object={<span className={styles.line}>{firstLine(content)}</span>}
      summary={error?.message ?? (queued && live ? "Queued" : status)}
      tone="agent"
      state={live ? "pending" : error === null ? "agent-callback" : "error"}
      isOpen={isOpen}
      onToggle={() => setOpen(!isOpen)}
    >
      {isOpen && (
        <>
          <Markdown text={content} className={styles.text} />
          {result !== null && <Markdown text={result} className={styles.answer} />}
        </>
      )}
    </Disclosure>
  );
}

/** Its answer, where the sender did not wait for it. */
export function ExchangeAnswer({ entry }: EntryProps<"callback">) {
  const [chosen, setOpen] = useOpen(entry.key);
  const isOpen = chosen === true;
  const { result, error } = entry;
  return (
    <Disclosure
      icon={<ArrowLeftRight size={15} />}
      title="Answer from an agent"
      object={<span className={styles.line}>{error?.message ?? firstLine(result)}</span>}
      tone="agent"
      state={error === null ? "agent-callback" : "error"}
      isOpen={result === "" ? null : isOpen}
      onToggle={() => setOpen(!isOpen)}
    >
      {isOpen && <Markdown text={result} className={styles.answer} />}
    </Disclosure>
  );
}
