import type { Entry } from "../conversation/entry.ts";
import { limits } from "../limits.ts";
import { bash } from "../tools/bash.ts";
import type { Tool } from "../tools/card.ts";
import { edit } from "../tools/edit.ts";
import { stateOfCall, toolFor } from "../tools/registry.ts";
import { webFetch } from "../tools/web-fetch.ts";
import { webSearch } from "../tools/web-search.ts";
import { write } from "../tools/write.ts";
import { collapseGroups, type EntryGroup, type Family, type Group } from "./grouping.ts";

/**
 * The groups of a finished response that are hidden while it is collapsed: its steps and the text between them. The final text
 * stays, and so does everything that a person needs to know: questions, plans, changes, notices, errors.
 */
export function collapsedGroups(groups: readonly Group[]): ReadonlySet<Group> {
  const lastStep = groups.findLastIndex(isStep);
  const lastText = groups.findLastIndex(isText);
  return new Set(
    groups.filter((group, at) => isStep(group) || (isText(group) && at < lastStep && at !== lastText)),
  );
}

/** Thinking, tools, and remarks about how they ran. */
export function isStep(group: Group): boolean {
  return group.kind !== "entry" || stepKinds.has(group.entry.kind);
}

const stepKinds: ReadonlySet<Entry["kind"]> = new Set([
  ...(["thought", "tool_call", "permission", "subagent", "exchange", "checkpoint"] as const),
  ...(["retry", "fallback", "raw", "opaque", "late"] as const),
]);

function isText(group: Group): boolean {
  return group.kind === "entry" && group.entry.kind === "message";
}

const families: ReadonlyMap<Tool, Family> = new Map([
  [bash, "commands"],
  ...([edit, write] as const).map((tool) => [tool, "edits"] as const),
  ...([webFetch, webSearch] as const).map((tool) => [tool, "web"] as const),
]);

/** The groups of a finished response, with consecutive calls of one kind merged. A failed call is not merged. */
export function groupedSteps(groups: readonly Group[]): readonly Group[] {
  const grouped: Group[] = [];
  for (let at = 0; at < groups.length; ) {
    const family = familyOf(groups[at]);
    let end = at + 1;
    while (family !== null && familyOf(groups[end]) === family) end++;
    const alike = groups.slice(at, end);
    if (family === null || alike.length < limits.alikeCalls) grouped.push(...alike);
    else grouped.push(collapseGroups(family, alike as unknown as readonly [EntryGroup, ...EntryGroup[]]));
    at = end;
  }
  return grouped;
}

function familyOf(group: Group | undefined): Family | null {
  if (group?.kind !== "entry" || group.entry.kind !== "tool_call") return null;
  const state = stateOfCall(group.entry);
  return state === "success" || state === "truncated" ? (families.get(toolFor(group.entry)) ?? null) : null;
}
