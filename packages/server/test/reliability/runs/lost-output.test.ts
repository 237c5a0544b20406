import { rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { limits } from "../../../src/limits.ts";
import { owner } from "../../support/owner.ts";
import { PlayedAgent } from "../support/played-agent.ts";
import { isEndOf, openPlayed, watch } from "../support/played-session.ts";

const large = "z".repeat(limits.resultChars + 1000);

async function startRun() {
  const agents: PlayedAgent[] = [];
  const closed: number[] = [];
  const pieces = await openPlayed(async (count) => {
    const agent = new PlayedAgent();
    agents.push(agent);
    return { ...agent.connection(), close: async () => void closed.push(count) };
  });
  const { services, folder: projectRoot } = pieces;
  const { sessionId, runId = "" } = await services.messages.send({ projectRoot, text: "go" }, owner);
  await expect.poll(() => agents.length).toBe(1);
  const agent = agents[0] as PlayedAgent;
  await agent.whenPrompted(1);
  return { ...pieces, ...watch(pieces, sessionId), agent, closed, projectRoot, sessionId, runId };
}

test("[R31] an output that cannot be stored completely is truncated and marked in the log, and the agent continues", async () => {
  const { folder, agent, runId, events, when, closed } = await startRun();
  rmSync(path.join(folder, "blobs"), { recursive: true, force: true });
  writeFileSync(path.join(folder, "blobs"), "not a folder");
  const call = { runId, agentId: "agent", callId: "c" };
  agent.say({ type: "tool_call_start", ...call, toolName: "Bash" });
  agent.say({ type: "tool_result", ...call, toolName: "Bash", ok: true, result: large });
  agent.end(runId);
  expect(await when(isEndOf(runId))).toMatchObject({ outcome: "completed" });
  const told = events.filter(({ type }) => type === "tool_result" || type === "notice");
  expect(told).toMatchObject([
    { type: "tool_result", result: "z".repeat(limits.resultChars), truncated: { totalChars: large.length } },
    {
      ...{ type: "notice", level: "warning", runId },
      text: "A large output could not be stored completely (ENOTDIR). Only its beginning was kept.",
    },
  ]);
  expect(closed).toEqual([]);
});

test("[R31] a program whose output can no longer be read is stopped, and its run reports that it ended", async () => {
  const { services, agent, runId, when, closed } = await startRun();
  const unfit = Object.defineProperty({ type: "notice", text: "" }, "type", {
    get: () => {
      throw new Error("a bug");
    },
  });
  agent.say(unfit as never);
  expect(await when(isEndOf(runId))).toMatchObject({ outcome: "failed" });
  await expect.poll(() => closed).toEqual([1]);
  expect(services.health().ok).toBe(true);
});
