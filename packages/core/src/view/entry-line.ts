import type { Entry, EntryKind } from "../conversation/entry.ts";
import { eventGroups } from "../events/all-events.ts";
import type { EntryDefinition } from "../events/define.ts";
import type { Line } from "../format/line.ts";
import { toolLine } from "../tools/registry.ts";

const definitions: ReadonlyMap<EntryKind, EntryDefinition<Entry>> = new Map(
  eventGroups.flatMap((group) =>
    group.entries.map((entry) => [entry.kind, entry as EntryDefinition<Entry>] as const),
  ),
);

/** Any entry as one line. A call is shown as its card's first line. */
export function entryLine(entry: Entry): Line {
  if (entry.kind === "tool_call") return toolLine(entry);
  return (definitions.get(entry.kind) as EntryDefinition<Entry>).line(entry);
}
