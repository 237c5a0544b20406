import type { AgentInfo, ConnectionView, SessionRow, SessionState, SessionView } from "@polylog/client";
import { type AgentState, type Conversation, liveRun, modeLabel, modeName, type Run } from "@polylog/core";
import type { Model } from "../model.ts";

/** Session details for the status and footer lines. */
export interface SessionFacts {
  readonly agentId: string | null;
  readonly agent: AgentState | undefined;
  readonly model: string | null;
  /** The Polylog permission mode. */
  readonly modeId: string | null;
  /** The names of that mode and of the agent's own mode. */
  readonly modeLabel: string | null;
  readonly canSteer: boolean;
  /** The active run of the session. */
  readonly run: Run | null;
}

export function sessionFacts(
  conversation: Conversation,
  row: SessionRow | null,
  agents: readonly AgentInfo[],
  chosen: Pick<Model, "newSessionAgent" | "newSessionSettings">,
): SessionFacts {
  const last = conversation.runs.at(-1);
  const agentId = row?.agentId ?? last?.agentId ?? chosen.newSessionAgent;
  // These apply to a session that has not started.
  const { modeId = null, modelId = null } =
    row === null && last === undefined ? chosen.newSessionSettings : {};
  const agent = conversation.agents.get(agentId ?? "");
  const info = agents.find(({ id }) => id === agentId);
  return {
    agentId,
    agent,
    model: agent?.currentModelId ?? last?.model ?? row?.model ?? modelId ?? info?.model ?? null,
    modeId: agent?.permissionMode ?? modeId,
    modeLabel: (agent === undefined ? null : modeLabel(agent)) ?? (modeId === null ? null : modeName(modeId)),
    canSteer: info?.capabilities.steer ?? false,
    run: liveRun(conversation),
  };
}

/** The state of the connection that the screen shows, so that it never stalls silently. */
export type Connection = "live" | "catching up" | "offline" | "denied";

export function connectionOf(link: ConnectionView["state"], view: SessionView | null): Connection {
  const session: SessionState | null = view?.state ?? null;
  if (link === "denied" || session === "denied") return "denied";
  if (link === "offline" || session === "offline") return "offline";
  if (link === "connecting" || session === "connecting" || session === "catching_up") return "catching up";
  return "live";
}
