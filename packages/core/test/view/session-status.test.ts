import { describe, expect, test } from "vitest";
import type { Outcome } from "../../src/index.ts";
import { queuedCount, type SessionStatus, sessionStatus } from "../../src/view/session-status.ts";
import { type Body, conversationOf } from "../log.ts";

const started: Body = { type: "run_started" };
const ended = (outcome: Outcome): Body => ({ type: "run_ended", outcome });
const ask: Body = { type: "permission_request", requestId: "p1", toolName: "Bash", options: [] };
const answer: Body = { type: "permission_response", requestId: "p1" };
const queue = (count: number, reason?: string): Body => ({
  type: "queue_updated",
  items: Array.from({ length: count }, (_, index) => ({ itemId: `i${index}`, text: "next" })),
  paused: reason === undefined ? null : { reason },
});
const child = (runId: string, parentRunId: string): Body => ({ type: "run_started", runId, parentRunId });

describe("state", () => {
  test.each<[string, Body[], SessionStatus]>([
    ["an empty session", [], "idle"],
    ["a message without a run", [{ type: "user_message", text: "hi", runId: undefined } as Body], "idle"],
    ["a live run", [started], "working"],
    ["a live run with a queue", [started, queue(3)], "working"],
    ["an ask", [started, ask], "waiting_for_you"],
    ["an ask with a queue", [started, queue(3), ask], "waiting_for_you"],
    [
      "an ask while another agent is running",
      [started, { ...started, runId: "run-2" } as Body, ask],
      "waiting_for_you",
    ],
    ["an answered ask", [started, ask, answer], "working"],
    ["completed", [started, ended("completed")], "idle"],
    ["cancelled", [started, ended("cancelled")], "idle"],
    ["failed", [started, ended("failed")], "failed"],
    ["interrupted", [started, ended("interrupted")], "interrupted"],
    ["cancelled with an open ask", [started, ask, ended("cancelled")], "idle"],
    ["completed with a queue", [started, queue(3), ended("completed")], "queued"],
    ["cancelled with a queue", [started, queue(3), ended("cancelled")], "queued"],
    ["a queue alone", [queue(1)], "queued"],
    ["a paused queue", [started, ended("cancelled"), queue(3, "cancelled")], "queued"],
    ["an emptied queue", [queue(1), queue(0)], "idle"],
    ["failed with a queue", [started, queue(3), ended("failed")], "failed"],
    [
      "failed, then working again",
      [started, ended("failed"), { ...started, runId: "run-2" } as Body],
      "working",
    ],
    [
      "failed, then completed",
      [
        started,
        ended("failed"),
        { ...started, runId: "run-2" } as Body,
        { ...ended("completed"), runId: "run-2" } as Body,
      ],
      "idle",
    ],
    [
      "a failed subagent of a run that completed",
      [started, child("run-2", "run-1"), { ...ended("failed"), runId: "run-2" } as Body, ended("completed")],
      "idle",
    ],
    [
      "a subagent that continues after its parent",
      [started, child("run-2", "run-1"), ended("completed")],
      "working",
    ],
    [
      "an ask three subagents deep",
      [
        started,
        child("run-2", "run-1"),
        child("run-3", "run-2"),
        child("run-4", "run-3"),
        { ...ask, runId: "run-4" } as Body,
      ],
      "waiting_for_you",
    ],
  ])("[V12] %s", (_, bodies, state) => {
    expect(sessionStatus(conversationOf(...bodies))).toBe(state);
  });

  test("[V12] a session with queued messages is never idle", () => {
    for (const bodies of [[queue(3)], [queue(3, "paused")], [started, queue(3), ended("cancelled")]]) {
      const conversation = conversationOf(...bodies);
      expect([sessionStatus(conversation), queuedCount(conversation)]).toEqual(["queued", 3]);
    }
  });

  test("[V12] the queues of all agents count", () => {
    const conversation = conversationOf(queue(1), { ...queue(2), agentId: "codex" } as Body);
    expect(queuedCount(conversation)).toBe(3);
  });
});
