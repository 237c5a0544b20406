import type { Actor, Conversation, EventBody, PermissionMode } from "@polylog/core";
import { isPermissionMode, isPlanningMode, modeNames, narrowerMode } from "@polylog/core";
import type { ConfiguredMode } from "../agents/configured-mode.ts";
import { limits } from "../limits.ts";
import type { LiveSession } from "../log/live-session.ts";
import { Mailbox } from "../mailbox.ts";
import type { Commit, EventStore } from "../store/store.ts";
import { type ChosenMode, ChosenModes } from "./chosen-modes.ts";
import { originOfRun, runBehind } from "./run-origin.ts";

/**
 * The permission modes of agents in sessions. They are the server's own state: the log records each change but grants
 * nothing.
 */
export interface SessionModesOptions {
  readonly store: Pick<EventStore, "document" | "documents">;
  readonly configured: ConfiguredMode;
  readonly session: (sessionId: string) => Promise<LiveSession>;
}

/** The access of a run without asking. */
export interface RunAccess {
  readonly mode: PermissionMode;
  readonly ownMode: string | null;
  /** Another agent started the run, so permissions granted by people in their own session do not apply. */
  readonly isForAgent: boolean;
}

/** Events, and the documents to write with them. */
export interface ModeChange {
  readonly bodies: readonly EventBody[];
  readonly documents: NonNullable<Commit["documents"]>;
}

/** An agent's report of its mode. */
export type ModeEvent = Extract<EventBody, { type: "mode_change" | "session_meta" }>;

export function isModeEvent(body: EventBody): body is ModeEvent {
  return body.type === "mode_change" || body.type === "session_meta";
}

const noChange: ModeChange = { bodies: [], documents: [] };

type Place = Pick<LiveSession, "sessionId" | "projectRoot">;

export class SessionModes {
  readonly chosen: ChosenModes;
  private readonly options: SessionModesOptions;
  private readonly turns = new WeakMap<LiveSession, Mailbox>();

  constructor(options: SessionModesOptions) {
    this.options = options;
    this.chosen = new ChosenModes(options.store);
  }

  async of({ sessionId, projectRoot }: Place, agentId: string): Promise<ChosenMode> {
    const chosen = await this.chosen.of(sessionId, agentId);
    if (chosen !== null) return chosen;
    return { mode: await this.options.configured(agentId, projectRoot), ownMode: null, beforePlan: null };
  }

  /** Runs changes of a session's modes one after the other, so that each one sees the result of the previous one. */
  inTurn<T>(session: LiveSession, task: () => Promise<T>): Promise<T> {
    const turn = this.turns.get(session) ?? new Mailbox();
    this.turns.set(session, turn);
    return turn.run(task);
  }

  /** The current access of a run, or of the agent if no run is given. */
  async access(session: LiveSession, agentId: string, runId: string | null): Promise<RunAccess> {
    const { mode, ownMode } = await this.of(session, agentId);
    const limit = runId === null ? null : await this.limitOf(session.conversation, runId, 0);
    if (limit === null) return { mode, ownMode, isForAgent: false };
    return { mode: narrowerMode(mode, limit), ownMode: null, isForAgent: true };
  }

  /** A person chooses a mode: one of Polylog's, or an agent-specific one. */
  async choose(session: LiveSession, agentId: string, modeId: string, by: Actor): Promise<ModeChange> {
    const before = await this.of(session, agentId);
    const change = { type: "mode_change" as const, modeId, agentId, by };
    if (isPermissionMode(modeId)) {
      return this.change(session, agentId, entering(before, modeId), change);
    }
    const mode = isPlanningMode(modeId) ? "plan" : usualMode(before);
    const chosen = { ...entering(before, mode), ownMode: modeId };
    return this.change(session, agentId, chosen, { ...change, permissionMode: mode });
  }

  /** Restores the configured mode. */
  reset(session: LiveSession, agentId: string, mode: string, by: Actor): ModeChange {
    return this.change(session, agentId, null, { type: "mode_change", modeId: mode, agentId, by });
  }

  /** A person approved a plan: returns the mode to carry it out in. */
  async approve(
    session: LiveSession,
    agentId: string,
    runId: string,
    by: Actor,
  ): Promise<ModeChange & { readonly mode: PermissionMode }> {
    const before = await this.of(session, agentId);
    const mode = usualMode(before);
    const limit = await this.limitOf(session.conversation, runId, 0);
    // The sending agent may still be in plan mode. The approved plan is then carried out with a permission for each step.
    const here = limit === null ? mode : narrowerMode(mode, limit === "plan" ? "ask" : limit);
    if (before.mode !== "plan") return { ...noChange, mode: here };
    const change = { type: "mode_change" as const, modeId: mode, agentId, by };
    return { ...this.change(session, agentId, entering(before, mode), change), mode: here };
  }

  /**
   * Applies an agent's report of its mode. It may narrow its access but never widen it: a wider mode is rejected and the
   * rejection is logged.
   */
  async applyReportedMode(
    session: LiveSession,
    agentId: string,
    runId: string | null,
    body: ModeEvent,
  ): Promise<ModeChange & { readonly isRefused: boolean }> {
    const access = await this.access(session, agentId, runId);
    const modeId = body.type === "mode_change" ? body.modeId : body.currentModeId;
    const reported = body.permissionMode ?? (isPermissionMode(modeId) ? modeId : undefined);
    const plain = { ...noChange, bodies: [body], isRefused: false };
    if (reported === undefined) return plain;
    const before = await this.of(session, agentId);
    if (body.type === "session_meta") {
      if (reported === before.mode) return plain;
      const own = body.permissionMode === undefined ? { currentModeId: before.mode } : {};
      return { ...plain, bodies: [{ ...body, ...own, permissionMode: before.mode }] };
    }
    // A program in a different mode for this run reports it; the session's mode is unchanged.
    if (reported === access.mode) return access.mode === before.mode ? plain : { ...plain, bodies: [] };
    if (narrowerMode(reported, access.mode) === reported) {
      return { ...this.change(session, agentId, entering(before, reported), body), isRefused: false };
    }
    return { ...noChange, bodies: [refusal(agentId, reported, access.mode)], isRefused: true };
  }

  /** A fork has the modes of its source session. */
  async copied(from: string, to: string): Promise<ModeChange["documents"]> {
    const copies = (await this.chosen.agentsIn(from)).map(async (agentId) =>
      this.chosen.written(to, agentId, await this.chosen.of(from, agentId)),
    );
    return (await Promise.all(copies)).flat();
  }

  /** For a forked or rewound log: the narrower of the modes at its end and the current modes. */
  async narrowed(session: LiveSession): Promise<ModeChange> {
    const { conversation } = session;
    const chosen = await this.chosen.agentsIn(session.sessionId);
    const agents = new Set([...namedAgents(conversation), ...chosen]);
    const changes = [...agents].map(async (agentId) => {
      const now = await this.of(session, agentId);
      const reported = conversation.agents.get(agentId)?.permissionMode ?? null;
      const then = reported ?? (await this.options.configured(agentId, session.projectRoot));
      const mode = narrowerMode(then, now.mode);
      const holds = mode === now.mode ? now : entering(now, mode);
      const documents = mode === now.mode ? [] : this.chosen.written(session.sessionId, agentId, holds);
      return { bodies: statement(conversation, agentId, holds), documents };
    });
    const all = await Promise.all(changes);
    return {
      bodies: all.flatMap(({ bodies }) => bodies),
      documents: all.flatMap(({ documents }) => documents),
    };
  }

  /** States the active mode if the log shows a different one, for example after a change of the configuration. */
  async stated(session: LiveSession, agentId: string): Promise<readonly EventBody[]> {
    const shown = session.conversation.agents.get(agentId)?.permissionMode ?? null;
    if (shown === null) return [];
    const holds = await this.of(session, agentId);
    return shown === holds.mode ? [] : statement(session.conversation, agentId, holds);
  }

  /**
   * The narrowest current mode of the agents that led to a run; null without such agents. An agent that no longer exists
   * allows nothing.
   */
  private async limitOf(
    conversation: Conversation,
    runId: string,
    depth: number,
  ): Promise<PermissionMode | null> {
    const origin = originOfRun(conversation, runId);
    if (origin === null) return null;
    const sender = await this.options.session(origin.sessionId).catch(() => null);
    if (sender === null || depth > limits.exchange.origins) return "ask";
    const { mode } = await this.of(sender, origin.agentId);
    const behind = runBehind(conversation, sender.conversation, origin.exchangeId);
    if (behind === null) return narrowerMode(mode, "ask");
    const above = await this.limitOf(sender.conversation, behind, depth + 1);
    return above === null ? mode : narrowerMode(mode, above);
  }

  private change(
    session: LiveSession,
    agentId: string,
    chosen: ChosenMode | null,
    event: EventBody,
  ): ModeChange {
    return { bodies: [event], documents: this.chosen.written(session.sessionId, agentId, chosen) };
  }
}

/** Events that state the active mode of each agent, for a log that was written elsewhere. */
export function statedModes(
  conversation: Conversation,
  modes: ReadonlyMap<string, PermissionMode>,
): EventBody[] {
  return namedAgents(conversation).flatMap((agentId) => {
    const { currentModeId, permissionMode } = conversation.agents.get(agentId) ?? {};
    if ((currentModeId ?? permissionMode ?? null) === null) return [];
    return statement(conversation, agentId, { mode: modes.get(agentId) ?? "ask", ownMode: null });
  });
}

function namedAgents({ agents }: Conversation): string[] {
  return [...agents].map(([agentId]) => agentId).filter((agentId) => agentId !== "");
}

function statement(
  { agents }: Conversation,
  agentId: string,
  { mode, ownMode }: Pick<ChosenMode, "mode" | "ownMode">,
): EventBody[] {
  const shown = agents.get(agentId);
  const modeId = ownMode ?? mode;
  if (shown?.permissionMode === mode && shown.currentModeId === modeId) return [];
  const own = ownMode === null ? {} : { permissionMode: mode };
  return [{ type: "mode_change", modeId, ...own, agentId }];
}

function entering(before: ChosenMode, mode: PermissionMode): ChosenMode {
  return { mode, ownMode: null, beforePlan: mode === "plan" ? usualMode(before) : null };
}

/** The mode outside of plan mode. */
function usualMode({ mode, beforePlan }: ChosenMode): PermissionMode {
  return mode === "plan" ? (beforePlan ?? "ask") : mode;
}

function refusal(agentId: string, wanted: PermissionMode, mode: PermissionMode): EventBody {
  const how = mode === "plan" ? "Approve its plan or change the mode" : "Change the mode";
  const text = `The agent tried to switch to ${modeNames[wanted].name} on its own. It stays in ${modeNames[mode].name}. ${how} to allow more.`;
  return { type: "notice", level: "warning", code: "mode_refused", text, agentId };
}
