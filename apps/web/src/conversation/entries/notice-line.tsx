import type { Entry } from "@polylog/core";
import { actorLabel, entryLine, modeName } from "@polylog/core";
import { Disclosure } from "../../cards/disclosure.tsx";
import { useExpanded } from "../../cards/use-expanded.ts";
import { count } from "../../format/format.ts";
import { lineIcons } from "../icons.tsx";
import styles from "./notice-line.module.css";

/** A one-line notice that expands if there is more to show. */
export function NoticeLine({ entry }: { readonly entry: Entry }) {
  const { icon, tone } = entryLine(entry);
  const text = textOf(entry);
  const [chosen, setOpen] = useExpanded(entry.key);
  const more = moreOf(entry, text);
  const isOpen = chosen === true;
  const Icon = lineIcons[icon];
  const by = "by" in entry ? actorLabel(entry.by) : "";
  return (
    <Disclosure
      icon={<Icon size={15} />}
      title={by === "" ? text : <span title={by}>{text}</span>}
      tone={tone === "waiting" ? "waiting" : "quiet"}
      state={null}
      isOpen={more === null ? null : isOpen}
      onToggle={() => setOpen(!isOpen)}
    >
      {isOpen && more !== null && <p className={styles.more}>{more}</p>}
    </Disclosure>
  );
}

/** Core's line with readable names and numbers. */
function textOf(entry: Entry): string {
  if (entry.kind === "mode_change") return `Mode: ${modeName(entry.newModeId)}`;
  if (entry.kind === "compaction" && entry.beforeTokens !== null && entry.afterTokens !== null)
    return `Context compacted, ${count(entry.beforeTokens)} to ${count(entry.afterTokens)} tokens`;
  return entryLine(entry).text;
}

function moreOf(entry: Entry, line: string): string | null {
  switch (entry.kind) {
    case "compaction":
      return entry.summary;
    case "notice":
      return entry.text === line ? null : entry.text;
    case "retry":
      return line.includes(entry.message) ? null : entry.message;
    case "idle_prompt":
      return entry.prompt;
    default:
      return null;
  }
}
