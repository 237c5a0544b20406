import type { Group, Grouping } from "@polylog/core";
import { useMemo } from "react";
import type { Target } from "../../routing/route.ts";
import { findRow, firstRow, rowAt } from "./use-grouping.ts";

/** The key of the row that the address points to, once it is loaded. */
export function useTargetRow(target: Target | null, grouping: Grouping): string | null {
  // Searches again only when another row has settled, not on every delta.
  const { length } = grouping.settled;
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above.
  return useMemo(() => {
    if (target === null) return null;
    // An entry has the seq of its last change, so an event belongs to the first entry with this seq or a higher one.
    const find = target.kind === "seq" ? firstRow : findRow;
    const index = find(grouping, (group) => isIn(group, target));
    return index === -1 ? null : (rowAt(grouping, index)?.key ?? null);
  }, [target, length]);
}

function isIn(group: Group, target: Target): boolean {
  const entries = group.kind === "entry" ? [group.entry] : group.entries;
  return entries.some((entry) => {
    if (target.kind === "seq") return entry.seq >= target.seq;
    return target.kind === "entry"
      ? entry.key === target.key
      : "askId" in entry && entry.askId === target.askId;
  });
}
