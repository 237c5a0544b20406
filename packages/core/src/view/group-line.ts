import { emptyConversation } from "../conversation/draft.ts";
import type { Entry } from "../conversation/entry.ts";
import { firstLine } from "../format/first-line.ts";
import type { Line } from "../format/line.ts";
import { plural } from "../format/quantities.ts";
import { changedPaths } from "../tools/changed-paths.ts";
import { exploresAs, toolCard } from "../tools/registry.ts";
import type { Family } from "./grouping.ts";

/** A single line for a group of similar entries. */
export function groupLine(family: Family, entries: readonly Entry[]): Line {
  return lines[family](entries);
}

const lines: Readonly<Record<Family, (entries: readonly Entry[]) => Line>> = {
  explored: (entries) => {
    const seen = { file: 0, search: 0 };
    let live = false;
    for (const entry of entries) {
      const what = entry.kind === "tool_call" ? exploresAs(entry) : null;
      if (what !== null) seen[what]++;
      live ||= entry.live;
    }
    const files = seen.file === 0 ? [] : [plural(seen.file, "file")];
    const searches = seen.search === 0 ? [] : [plural(seen.search, "search", "searches")];
    return {
      icon: "tool",
      tone: live ? "live" : "done",
      text: `${live ? "Exploring" : "Explored"} ${[...files, ...searches].join(", ")}`,
    };
  },
  retries: (entries) => {
    const last = entries.at(-1);
    const why = last?.kind === "retry" ? firstLine(last.message) : "";
    return { icon: "retry", tone: "waiting", text: `${entries.length} retries${why && `: ${why}`}` };
  },
  commands: (entries) => doneLine(`Ran ${plural(entries.length, "command")}`, entries),
  edits: (entries) => {
    const files = new Set(
      entries.flatMap((entry) => (entry.kind === "tool_call" ? changedPaths(entry) : [])),
    );
    return doneLine(`Edited ${plural(Math.max(1, files.size), "file")}`, entries);
  },
  web: (entries) => doneLine(`Used the web ${entries.length} times`, entries),
  raw: (entries) => ({ icon: "raw", tone: "quiet", text: `${entries.length} unrecognized events` }),
};

/** The actions and their objects, so that no command is hidden behind a number. */
function doneLine(what: string, entries: readonly Entry[]): Line {
  const objects = entries.flatMap((entry) =>
    entry.kind === "tool_call" ? [toolCard(entry, emptyConversation).object ?? ""] : [],
  );
  const named = [...new Set(objects)].filter((object) => object !== "").join(", ");
  return { icon: "tool", tone: "done", text: firstLine(named === "" ? what : `${what}: ${named}`, 300) };
}
