import type { EventBody } from "@polylog/core";
import { expect, test } from "vitest";
import { OpenRuns } from "../../src/connection/open-runs.ts";
import { replayClaude } from "../claude/replay.ts";
import { replayCodex } from "../codex/replay.ts";
import { replayPi } from "../pi/replay.ts";
import { fixtureNames, type RecordedLine, readFixture } from "../record/fixture.ts";

type Replay = typeof replayClaude;
type Native = Readonly<Record<string, unknown>>;

/** How to distinguish lines, and the few kinds that every version sends because they begin or end a turn. */
interface Dialect {
  readonly rule: string;
  readonly folders: readonly string[];
  readonly replay: Replay;
  readonly kindOf: (line: Native) => string;
  readonly required: ReadonlySet<string>;
}

const dialects: readonly Dialect[] = [
  {
    rule: "[CL16]",
    folders: ["claude", "claude/old"],
    replay: replayClaude,
    kindOf: ({ type, subtype }) => (type === "system" ? `system/${subtype}` : String(type)),
    required: new Set(["system/init", "result"]),
  },
  {
    rule: "[CX17]",
    folders: ["codex"],
    replay: replayCodex,
    kindOf: ({ method }) => String(method ?? "reply"),
    required: new Set(["turn/started", "turn/completed", "reply"]),
  },
  {
    rule: "[PI15]",
    folders: ["pi", "pi/old"],
    replay: replayPi,
    kindOf: ({ type }) => String(type),
    required: new Set(["agent_start", "agent_settled", "response"]),
  },
];

for (const { rule, folders, replay, kindOf, required } of dialects) {
  test(`${rule} every run ends even if a program's version omits some kind of line (${folders[0]})`, () => {
    const recordings = folders.flatMap((folder) =>
      fixtureNames(folder).map((name) => ({ place: `${folder}/${name}`, lines: readFixture(folder, name) })),
    );
    const stuck = recordings.flatMap(({ place, lines }) => {
      const kind = ({ dir, line }: RecordedLine) => (dir === "in" ? "" : kindOf(line as Native));
      const optional = new Set(lines.map(kind).filter((name) => name !== "" && !required.has(name)));
      const { ended } = runsIn(replay(lines));
      return [...optional].flatMap((dropped) => {
        const runs = runsIn(replay(lines.filter((line) => kind(line) !== dropped)));
        const missing = [...ended].filter((runId) => isPrompted(runId) && !runs.ended.has(runId));
        return [...runs.open, ...missing].map((runId) => `${place} without ${dropped}: ${runId}`);
      });
    });
    expect(stuck).toEqual([]);
  });
}

function runsIn(events: readonly EventBody[]) {
  const runs = new OpenRuns();
  const ended = new Set<string>();
  for (const event of events) {
    if (event.runId !== undefined && isPrompted(event.runId)) runs.begin(event.runId, "agent");
    for (const passed of runs.pass(event)) if (passed.type === "run_ended") ended.add(passed.runId);
  }
  const open = runs
    .endAll({ outcome: "interrupted" })
    .flatMap((event) => (event.type === "run_ended" ? [event.runId] : []));
  return { ended, open };
}

/** Replays number the prompted runs. */
function isPrompted(runId: string): boolean {
  return /^run\d+$/.test(runId);
}
