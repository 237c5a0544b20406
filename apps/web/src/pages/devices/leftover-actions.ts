import type { Leftover } from "@polylog/client";
import { client } from "../../data/client.ts";

/** Whoever resumes something answers for it from then on. */
export async function resumeLeftover(leftover: Leftover): Promise<void> {
  const { kind, projectRoot, scheduleId, sessionId, itemId, agentId } = leftover;
  if (kind === "mission") await client.changeMission(projectRoot, { paused: false });
  else if (scheduleId !== null) await client.enableSchedule(scheduleId, true);
  else if (sessionId !== null && itemId !== null)
    await client.changeQueueItem(sessionId, itemId, { send: "steer" });
  else if (agentId !== null) {
    const override = await client.override(projectRoot, agentId);
    await client.setOverride(projectRoot, agentId, { ...override });
  }
}

export async function removeLeftover(leftover: Leftover): Promise<void> {
  const { kind, projectRoot, scheduleId, sessionId, itemId, agentId } = leftover;
  if (kind === "mission") await client.clearMission(projectRoot);
  else if (scheduleId !== null) await client.removeSchedule(scheduleId);
  else if (sessionId !== null && itemId !== null) await client.removeQueueItem(sessionId, itemId);
  else if (agentId !== null) {
    const override = await client.override(projectRoot, agentId);
    await client.setOverride(projectRoot, agentId, { ...override, idlePrompt: undefined });
  }
}
