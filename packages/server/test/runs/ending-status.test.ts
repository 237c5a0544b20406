import type { EventBody, PolylogEvent } from "@polylog/core";
import { emptyConversation, foldAll } from "@polylog/core";
import { expect, test } from "vitest";
import { endingEvents } from "../../src/runs/settle.ts";

const speaker = { runId: "run", agentId: "agent" };
const ended = { type: "run_ended", ...speaker, outcome: "completed" };

const endOf = (...bodies: readonly EventBody[]) => {
  const stamped = bodies.map((body, at) => ({
    ...{ id: `e${at}`, sessionId: "s", seq: at + 1, rev: 1, ts: at, ...body },
  }));
  const conversation = foldAll(emptyConversation, stamped as unknown as PolylogEvent[]);
  return endingEvents(conversation, "run", { outcome: "completed" });
};

test("a run's open activity is ended before the run ends, for any agent", () => {
  const status = (name: "thinking" | "idle" | "model_loading"): EventBody => ({
    ...{ type: "agent_status", status: name, ...speaker },
  });
  const started: EventBody = { type: "run_started", ...speaker };
  expect(endOf(started, status("thinking"))).toEqual([status("idle"), ended]);
  expect(endOf(started, status("idle"))).toEqual([ended]);
  expect(endOf(started, status("model_loading"))).toEqual([ended]);
  expect(endOf(started)).toEqual([ended]);
});
