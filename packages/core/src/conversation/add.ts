import type { Envelope } from "../events/envelope.ts";
import { findRunOf } from "./children.ts";
import { type Draft, MAIN, type Place, type Run } from "./conversation.ts";
import type { Entry } from "./entry.ts";
import { addEntry } from "./lanes.ts";
import { openWorkOf, putOpenWork } from "./runs.ts";
import { endCurrent } from "./stream.ts";

/** Adds a step of the run. Ends a text that is streaming. */
export function addStep(draft: Draft, run: Run, entry: Entry): Place {
  endCurrent(draft, run, entry.seq);
  const place = addEntry(draft, run.lane, entry);
  if (entry.live) {
    const work = openWorkOf(draft, run);
    putOpenWork(draft, run, { ...work, opened: work.opened.push(place.pos) });
  }
  return place;
}

/** Adds a remark about the run. A text that is streaming continues. */
export function addRemark(draft: Draft, event: Envelope, entry: Entry, run = findRunOf(draft, event)): Place {
  return addEntry(draft, run?.lane ?? MAIN, entry);
}

/** Adds a change of the agent itself where it happened. A text that is streaming continues after it. */
export function addChange(draft: Draft, event: Envelope, entry: Entry): Place {
  const lane = findRunOf(draft, event)?.lane ?? MAIN;
  for (const index of [...draft.liveRuns.values()]) {
    const run = draft.runs.get(index) as Run;
    if (run.lane === lane && run.agentId === event.agentId) endCurrent(draft, run, event.seq);
  }
  return addEntry(draft, lane, entry);
}
