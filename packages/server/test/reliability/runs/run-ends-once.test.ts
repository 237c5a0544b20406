import type { PolylogEvent } from "@polylog/core";
import { describe, expect, test } from "vitest";
import { Follower } from "../support/follower.ts";
import { makeHome } from "../support/home.ts";
import { startHere } from "../support/server-here.ts";

interface End {
  readonly steps: readonly object[];
  readonly outcome: string;
  readonly code?: string;
}

const exited = { outcome: "failed", code: "backend_exited" };
const half = `{"type":"event","event":{"type":"text_del`;
const ownEnd = (outcome: string) => ({ emit: { type: "run_ended", outcome } });

/** The ways in which an agent's program may leave a run, with its output before that. */
const ends: Readonly<Record<string, End>> = {
  completes: { steps: [{ text: "done" }], outcome: "completed" },
  "reports that it failed": {
    steps: [{ fail: { code: "no_luck", message: "No luck." } }],
    ...{ outcome: "failed", code: "no_luck" },
  },
  "exits with 0": { steps: [{ text: "bye" }, { exit: 0 }], ...exited },
  "exits with 1": { steps: [{ text: "bye" }, { exit: 1 }], ...exited },
  "exits with an error on stderr": { steps: [{ stderr: "out of memory" }, { exit: 3 }], ...exited },
  "is killed": { steps: [{ text: "bye" }, { exit: "SIGKILL" }], ...exited },
  "is stopped by SIGTERM": { steps: [{ exit: "SIGTERM" }], ...exited },
  "exits without output": { steps: [{ exit: 0 }], ...exited },
  "exits in the middle of a line": { steps: [{ text: "bye" }, { raw: half }, { exit: 0 }], ...exited },
  "is killed in the middle of a line": { steps: [{ raw: half }, { exit: "SIGKILL" }], ...exited },
  "exits inside a tool": {
    steps: [{ emit: { type: "tool_call_start", callId: "c", toolName: "Bash" } }, { exit: 1 }],
    ...exited,
  },
  "exits inside a subagent": { steps: [{ subagent: { task: "dig", steps: [{ exit: 1 }] } }], ...exited },
  "reports its end twice": {
    steps: [{ raw: "nonsense\n" }, ownEnd("completed"), ownEnd("failed")],
    outcome: "completed",
  },
};

const ofType = <T extends PolylogEvent["type"]>(events: readonly PolylogEvent[], type: T) =>
  events.filter((event): event is Extract<PolylogEvent, { type: T }> => event.type === type);

describe.each(Object.entries(ends))("a program that %s", (name, { steps, outcome, code }) => {
  for (const process of [true, false]) {
    test(`[R15] leaves exactly one run_ended (${process ? "real" : "played"})`, async () => {
      const script = { prompts: [{ match: "^again", steps: [{ echo: true }] }], default: steps };
      const { client } = await startHere(makeHome({ agent: { script, process } }));
      const { session_id, run_id } = await client.chat("go");
      const follower = await Follower.open(client, session_id);
      await follower.whenEvent("run_ended", ({ runId }) => runId === run_id);
      // Whatever it may still send, another run works.
      const again = await client.chat("again", { session_id });
      await follower.whenEvent(
        "run_ended",
        ({ runId }) => runId === (again.run_id ?? runId) && runId !== run_id,
      );
      const log = await client.log(session_id);
      const own = ofType(log, "run_ended").filter(({ runId }) => runId === run_id);
      expect(own.map((end) => ({ outcome: end.outcome, code: end.error?.code }))).toEqual([
        { outcome, code },
      ]);
      const started = ofType(log, "run_started").map(({ runId }) => runId);
      expect(
        ofType(log, "run_ended")
          .map(({ runId }) => runId)
          .toSorted(),
      ).toEqual(started.toSorted());
      expect(ofType(log, "tool_result").length).toBe(ofType(log, "tool_call_start").length);
      const { conversation } = follower;
      expect(conversation.liveRuns.size).toBe(0);
      const entries = [conversation.main, ...conversation.lanes].flatMap((lane) => lane.entries.slice());
      expect(entries.filter(({ live }) => live)).toEqual([]);
      expect(conversation.faults.count).toBe(0);
      const kept = ofType(log, "backend_raw").map(({ line }) => line);
      if (name.includes("middle")) expect(kept).toEqual([half]);
      if (name.includes("last words")) expect(own[0]?.error?.message).toContain("out of memory");
    });
  }
});
