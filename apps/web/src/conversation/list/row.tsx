import type { Group, UserMessage } from "@polylog/core";
import { memo } from "react";
import { cx } from "../../ui/cx.ts";
import { EntryView } from "../entries/entry-view.tsx";
import { ResponseHeader } from "../response/response-header.tsx";
import type { FinishedResponse } from "./conversation-rows.ts";
import { GroupRow } from "./group-row.tsx";
import styles from "./row.module.css";

interface RowProps {
  readonly group: Group;
  readonly response?: FinishedResponse | null;
  /** The group itself is hidden because its response is collapsed. */
  readonly isHeadOnly?: boolean;
  readonly onToggle?: (response: FinishedResponse) => void;
  /** The address points to it. */
  readonly marked?: boolean;
}

/** One group of the conversation, drawn again only when the group object changes. */
export const Row = memo(function Row(props: RowProps) {
  const { group, response = null, isHeadOnly = false, onToggle, marked = false } = props;
  const first = group.kind === "entry" ? group.entry : group.entries[0];
  return (
    <article
      className={cx(
        styles.row,
        group.responseKey !== null && !group.opens && styles.inside,
        marked && styles.marked,
      )}
      data-key={group.key}
      data-marked={marked || undefined}
      aria-label={isHeadOnly ? (first?.agentId ?? "Agent") : labelOf(group)}
    >
      {group.opens && first !== undefined && (
        <ResponseHeader entry={first} response={response} onToggle={onToggle} />
      )}
      {!isHeadOnly &&
        (group.kind === "entry" ? <EntryView entry={group.entry} /> : <GroupRow group={group} />)}
    </article>
  );
});

function labelOf(group: Group): string {
  if (group.kind !== "entry") return group.line.text;
  const { entry } = group;
  if (entry.kind === "message" && entry.role === "user") return senderLabel(entry.sender);
  if (entry.kind === "message") return entry.agentId ?? "Agent";
  return entry.kind.replaceAll("_", " ");
}

function senderLabel(sender: UserMessage["sender"]): string {
  return sender === null || sender.kind === "user" ? "You" : (sender.name ?? sender.id ?? sender.kind);
}
