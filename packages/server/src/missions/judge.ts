import { type Conversation, MAIN, sessionUsage } from "@polylog/core";
import { exceeded } from "../budgets/exceeded.ts";
import { limits } from "../limits.ts";
import type { Mission, MissionPause } from "./mission.ts";

/** Whether a mission's session can continue, determined by the log and the clock alone. */
export type Verdict =
  | { readonly kind: "finalized" }
  | { readonly kind: "pause"; readonly reason: MissionPause["reason"]; readonly message: string }
  /** The agent is working, or a message or an ask is waiting. */
  | { readonly kind: "busy" }
  /** Idle since then. */
  | { readonly kind: "idle"; readonly sinceTs: number };

export function judge(conversation: Conversation, agentId: string, mission: Mission): Verdict {
  const { goesOnSince, budget } = mission;
  if (isFinalized(conversation, mission)) return { kind: "finalized" };
  if (budget !== undefined) {
    const exceededMessage = exceeded(budget, sessionUsage(conversation), "the mission");
    if (exceededMessage !== null) return { kind: "pause", reason: "budget", message: exceededMessage };
  }
  const runs = conversation.runs
    .slice()
    .filter((run) => run.lane === MAIN && run.agentId === agentId && run.startedTs >= goesOnSince);
  const last = runs.at(-1);
  if (last?.outcome === null) return { kind: "busy" };
  if (last?.outcome === "cancelled") {
    return { kind: "pause", reason: "cancelled", message: last.error?.message ?? "Its run was cancelled." };
  }
  const { failures } = limits.mission;
  const recent = runs.slice(-failures);
  if (recent.length === failures && recent.every(({ outcome }) => outcome === "failed")) {
    const why = last?.error?.message ?? "no reason was given";
    return { kind: "pause", reason: "failures", message: `${failures} consecutive runs failed: ${why}` };
  }
  const waiting = conversation.agents.get(agentId)?.queue.items.length ?? 0;
  if (waiting > 0 || conversation.pendingAsks.size > 0) return { kind: "busy" };
  return { kind: "idle", sinceTs: last?.endedTs ?? 0 };
}

function isFinalized({ main }: Conversation, { goesOnSince }: Mission): boolean {
  for (let pos = main.entries.length - 1; pos >= 0; pos--) {
    const entry = main.entries.get(pos);
    if (entry === undefined || entry.ts < goesOnSince) return false;
    if (entry.kind === "finalize") return true;
  }
  return false;
}
