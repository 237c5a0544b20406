import type { Entry } from "../fold/entry.ts";
import { exploresAs } from "../tools/registry.ts";
import { firstLine } from "./first-line.ts";
import type { Family } from "./grouping.ts";
import type { Line } from "./line.ts";
import { plural } from "./quantities.ts";

/** The one line that stands for a group of like entries. */
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
  raw: (entries) => ({ icon: "raw", tone: "quiet", text: `${entries.length} raw records` }),
};
