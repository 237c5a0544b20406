import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { emptyConversation, foldAll, laneAt } from "../../src/index.ts";
import { lanesOf } from "../history/compare.ts";
import { numRuns, profiles, timeout } from "../history/profiles.ts";

describe.each(profiles)("$profile histories", { timeout }, ({ histories }) => {
  test("[P13] the lane of every subagent is shown by exactly one entry of another lane", () => {
    fc.assert(
      fc.property(histories, (events) => {
        const conversation = foldAll(emptyConversation, events);
        const shown = lanesOf(conversation).flatMap((lane) =>
          [...lane.entries].flatMap((entry) => {
            const children = entry.kind === "tool_call" ? [...entry.childRunIds] : [];
            if (entry.kind === "subagent") children.push(entry.childRunId);
            return children.filter((child) => child !== lane.runId);
          }),
        );
        expect(shown.sort()).toEqual([...conversation.lanes].map((lane) => lane.runId).sort());
      }),
      { numRuns },
    );
  });

  test("[P14] every entry of a subagent's lane, except another agent's answer, belongs to that subagent's run", () => {
    fc.assert(
      fc.property(histories, (events) => {
        const foreign = [...foldAll(emptyConversation, events).lanes].flatMap((lane) =>
          [...lane.entries].filter(({ kind, runId }) => runId !== lane.runId && kind !== "callback"),
        );
        expect(foreign).toEqual([]);
      }),
      { numRuns },
    );
  });

  test("[P15] a run that failed, was cancelled or was interrupted shows that in its own lane", () => {
    fc.assert(
      fc.property(histories, (events) => {
        const conversation = foldAll(emptyConversation, events);
        const silent = [...conversation.runs].filter(({ outcome, runId, lane }) => {
          if (outcome === null || outcome === "completed") return false;
          const kind = outcome === "failed" ? "error" : "interrupt";
          return ![...laneAt(conversation, lane).entries].some(
            (entry) => entry.kind === kind && entry.runId === runId,
          );
        });
        expect(silent).toEqual([]);
      }),
      { numRuns },
    );
  });
});
