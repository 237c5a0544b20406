import type { SessionHandle } from "@polylog/client";
import { type Conversation, type Group, type Grouping, groupLane, groupsFrom } from "@polylog/core";
import { useRef } from "react";

/** The session's own lane as rows. Only live entries are grouped again after a change. */
export function useGrouping(handle: SessionHandle, conversation: Conversation): Grouping {
  const grouped = useRef<{ readonly of: SessionHandle; readonly grouping: Grouping } | null>(null);
  const before = grouped.current?.of === handle ? grouped.current.grouping : null;
  const grouping =
    before === null
      ? groupLane(conversation, conversation.main)
      : groupsFrom(before, conversation, conversation.main);
  grouped.current = { of: handle, grouping };
  return grouping;
}

function rowCount({ settled, live }: Grouping): number {
  return settled.length + live.length;
}

export function rowAt({ settled, live }: Grouping, index: number): Group | undefined {
  return index < settled.length ? settled.get(index) : live[index - settled.length];
}

/** The index of the first row that matches, or -1. */
export function firstRow(grouping: Grouping, holds: (group: Group) => boolean): number {
  const rows = rowCount(grouping);
  for (let index = 0; index < rows; index++) {
    const group = rowAt(grouping, index);
    if (group !== undefined && holds(group)) return index;
  }
  return -1;
}

/** The index of the row that contains an entry, or -1. */
export function findRow(grouping: Grouping, holds: (group: Group) => boolean): number {
  for (let index = rowCount(grouping) - 1; index >= 0; index--) {
    const group = rowAt(grouping, index);
    if (group !== undefined && holds(group)) return index;
  }
  return -1;
}
