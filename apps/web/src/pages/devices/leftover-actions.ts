import type { Leftover } from "@polylog/client";
import { client } from "../../data/client.ts";

/** The person who resumes an item becomes its new owner. */
export async function resumeLeftover(leftover: Leftover): Promise<void> {
  const { kind, projectRoot, scheduleId, sessionId, itemId, agentId } = leftover;
  if (kind === "mission") await client.missions.change({ projectRoot, paused: false });
  else if (scheduleId !== null) await client.schedules.enable({ scheduleId, enabled: true });
  else if (sessionId !== null && itemId !== null)
    await client.queue.change({ sessionId, itemId, send: "steer" });
  else if (agentId !== null) {
    const { override } = await client.settings.override({ projectRoot, agentId });
    await client.settings.setOverride({ projectRoot, agentId, ...override });
  }
}

export async function removeLeftover(leftover: Leftover): Promise<void> {
  const { kind, projectRoot, scheduleId, sessionId, itemId, agentId } = leftover;
  if (kind === "mission") await client.missions.clear({ projectRoot });
  else if (scheduleId !== null) await client.schedules.remove({ scheduleId });
  else if (sessionId !== null && itemId !== null) await client.queue.remove({ sessionId, itemId });
  else if (agentId !== null) {
    const { override } = await client.settings.override({ projectRoot, agentId });
    await client.settings.setOverride({ projectRoot, agentId, ...override, idlePrompt: undefined });
  }
}
