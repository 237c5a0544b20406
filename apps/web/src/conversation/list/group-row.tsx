import type { CollapsedGroup } from "@polylog/core";
import { RotateCw, Rows3, Search } from "lucide-react";
import { Disclosure } from "../../cards/disclosure.tsx";
import { useExpanded } from "../../cards/use-expanded.ts";
import { EntryView } from "../entries/entry-view.tsx";
import { toolIcons } from "../icons.tsx";
import styles from "./group-row.module.css";

const icons = {
  explored: Search,
  retries: RotateCw,
  raw: Rows3,
  commands: toolIcons.terminal,
  edits: toolIcons.edit,
  web: toolIcons.globe,
} as const;

/** Several similar entries as one line that expands. */
export function GroupRow({ group }: { readonly group: CollapsedGroup }) {
  const [chosen, setOpen] = useExpanded(`group/${group.key}`);
  const isOpen = chosen === true;
  const Icon = icons[group.kind];
  return (
    <Disclosure
      icon={<Icon size={15} />}
      title={group.line.text}
      tone={group.kind === "retries" ? "waiting" : "plain"}
      state={group.live ? "pending" : null}
      isOpen={isOpen}
      onToggle={() => setOpen(!isOpen)}
    >
      {isOpen && (
        <div className={styles.entries}>
          {group.entries.map((entry) => (
            <EntryView key={entry.key} entry={entry} />
          ))}
        </div>
      )}
    </Disclosure>
  );
}
