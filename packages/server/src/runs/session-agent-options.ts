import type { AgentSettings, Backend, EventBody } from "@polylog/core";
import type { Blobs } from "../log/blobs.ts";
import type { LiveSession } from "../log/live-session.ts";
import type { Log } from "../log/log.ts";
import type { Mailbox } from "../mailbox.ts";
import type { ModeChange, ModeEvent, RunAccess } from "../permissions/session-modes.ts";
import type { OpenTools } from "../polylog-tools/polylog-tools.ts";
import type { HostWithoutTools } from "./backend-host.ts";
import type { ProjectRuns } from "./changes/project-runs.ts";
import type { TellTrouble } from "./in-background.ts";
import type { ProgramSlots } from "./program/program-slots.ts";
import type { SessionAgent } from "./session-agent.ts";
import type { UndeliveredPrompts } from "./undelivered.ts";

/** What an agent in a session needs of the rest of the server. */
export interface SessionAgentOptions {
  readonly session: LiveSession;
  readonly agentId: string;
  readonly backend: Backend;
  /** As they are when the program starts. */
  readonly settings: () => Promise<AgentSettings>;
  /** What holds for a run, or for the agent where none is given. */
  readonly access: (runId: string | null) => Promise<RunAccess>;
  /** The agent says that its mode is another one. True where it takes more than it has, and is to be set back. */
  readonly heardMode: (
    runId: string | null,
    body: ModeEvent,
    write: (change: ModeChange) => Promise<void>,
  ) => Promise<boolean>;
  readonly host: HostWithoutTools;
  /** What Polylog itself gives the program to call, for as long as it runs. */
  readonly tools: (agent: SessionAgent) => OpenTools;
  readonly resume: string | undefined;
  readonly log: Log;
  readonly blobs: Blobs;
  readonly projectRuns: ProjectRuns;
  readonly mailbox: Mailbox;
  readonly undelivered: UndeliveredPrompts;
  /** A run of this agent is over; the next message may go. */
  readonly onIdle: (agent: SessionAgent) => void;
  /** What its agent says cannot be written, and it is given up: the next message takes another. */
  readonly onGone: (agent: SessionAgent) => void;
  /** An ask was written: someone may have a rule for it. */
  readonly onAsk: (agent: SessionAgent, body: EventBody) => void;
  readonly onNativeSession: (agent: SessionAgent, nativeSessionId: string) => void;
  readonly onTrouble: TellTrouble;
  readonly places: ProgramSlots;
  /** How long its program may rest; null for ever. */
  readonly idleMs: () => number | null;
}
