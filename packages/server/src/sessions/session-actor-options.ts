import type { Actor, AgentSettings, Backend, EventBody } from "@polylog/core";
import type { Blobs } from "../log/blobs.ts";
import type { LiveSession } from "../log/live-session.ts";
import type { Log } from "../log/log.ts";
import type { SessionModes } from "../permissions/session-modes.ts";
import type { OpenTools, ToolUser } from "../polylog-tools/polylog-tools.ts";
import type { HostWithoutTools } from "../runs/backend-host.ts";
import type { ProjectRuns } from "../runs/changes/project-runs.ts";
import type { TellTrouble } from "../runs/in-background.ts";
import type { ProgramSlots } from "../runs/program/program-slots.ts";
import type { SessionAgent } from "../runs/session-agent.ts";
import type { SessionActor } from "./session-actor.ts";

/** What a session at work needs of the rest of the server. */
export interface ActorOptions {
  readonly session: LiveSession;
  readonly log: Log;
  readonly blobs: Blobs;
  readonly projectRuns: ProjectRuns;
  readonly newId: () => string;
  readonly now: () => number;
  /** The backend and settings of an agent, here; rejects with `agent_not_found` or `agent_unavailable`. */
  readonly agentFor: (
    agentId: string,
    projectRoot: string,
  ) => Promise<{ backend: Backend; settings: AgentSettings }>;
  readonly modes: SessionModes;
  readonly host: (session: LiveSession, backend: Backend) => Promise<HostWithoutTools>;
  readonly tools: (user: ToolUser) => OpenTools;
  readonly resumeName: (agentId: string) => Promise<string | undefined>;
  readonly saveResumeName: (agentId: string, name: string) => void;
  readonly onAsk: (actor: SessionActor, agent: SessionAgent, body: EventBody) => void;
  /** The ask is one of Polylog's own tools': no program waits for its answer. */
  readonly isToolAsk: (askId: string) => boolean;
  /** Rejects with `budget_exceeded` where nothing more may be spent. */
  readonly assertBudget: (session: LiveSession) => Promise<void>;
  /** Why a message of this author is not delivered: their device was revoked. */
  readonly pauseOf: (by: Actor | undefined) => { readonly message: string } | null;
  readonly places: ProgramSlots;
  /** How long a program may rest; null for ever. */
  readonly idleMs: () => number | null;
  /** Something went wrong that nobody waits for. */
  readonly onTrouble: TellTrouble;
}
