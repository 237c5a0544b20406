import type {
  Actor,
  AgentInfo,
  AgentSettings,
  Backend,
  CreateSession,
  EventBody,
  PermissionAnswer,
  PlanAnswer,
  QuestionAnswer,
  QueueChange,
  QueueEntry,
  SessionChange,
  StateChange,
} from "@polylog/core";
import { entryAt, isPermissionMode, queuedCount, toSnapshot } from "@polylog/core";
import { configuredModes } from "../agents/configured-mode.ts";
import { Overrides, withOverride } from "../agents/overrides.ts";
import { checkAnswers } from "../asks/check-answers.ts";
import { Budgets } from "../budgets/budgets.ts";
import { callerActor } from "../caller.ts";
import type { ProjectConfig } from "../config/config-schema.ts";
import type { ProjectConfigs } from "../config/project-config.ts";
import type { RevokedDevices } from "../devices/revoked-devices.ts";
import { PolylogError } from "../errors.ts";
import type { Hub } from "../hub/hub.ts";
import type { Blobs } from "../log/blobs.ts";
import type { Log } from "../log/log.ts";
import type { Watchers } from "../log/watchers.ts";
import { Missions } from "../missions/missions.ts";
import { PermissionRules } from "../permissions/permission-rules.ts";
import { answerOf, Permissions } from "../permissions/permissions.ts";
import { SessionModes } from "../permissions/session-modes.ts";
import { changeQueueItem, queueEntries, removeQueueItem } from "../queue/queues.ts";
import { BackendHosts } from "../runs/backend-host.ts";
import { ProjectRuns } from "../runs/changes/project-runs.ts";
import { ProgramSlots } from "../runs/program/program-slots.ts";
import { AgentTalk } from "../service/agent-talk.ts";
import type { Caller, ChatAnswer, ChatInput, SessionSnapshot } from "../service.ts";
import type { AskRow, EventStore, NewSession, Page, SessionQuery, SessionRow } from "../store/store.ts";
import { projectFolder } from "../workspace/project-folder.ts";
import { assertMode } from "./fitting.ts";
import { Messages } from "./messages.ts";
import type { SessionActor } from "./session-actor.ts";
import { SessionActors } from "./session-actors.ts";

/** Sessions, messages, queues and asks: the part of the service that writes to the log. */
export interface SessionServiceOptions {
  readonly store: EventStore;
  readonly log: Log;
  readonly hub: Hub;
  readonly blobs: Blobs;
  readonly watchers: Watchers;
  readonly newId: () => string;
  readonly now: () => number;
  readonly agents: AgentDirectory;
  readonly projects: ProjectConfigs;
  readonly revoked: RevokedDevices;
  /** How long an agent's program may rest; null for ever. */
  readonly idleMs: () => number | null;
  /** Something went wrong in a session that nobody waits for. */
  readonly onTrouble: (sessionId: string, error: unknown) => void;
  /** Where files beside the log are. */
  readonly home: string;
}

/** The agents of this machine and of its configuration. */
export interface AgentDirectory {
  /** Those of a project too, where one is given. To refresh is to look at the machine again. */
  list(projectRoot?: string, refresh?: boolean): Promise<readonly AgentInfo[]>;
  defaultAgent(projectRoot: string | undefined): Promise<string>;
  /** Rejects with `agent_not_found` or `agent_unavailable`. */
  find(agentId: string, projectRoot: string): Promise<{ backend: Backend; settings: AgentSettings }>;
  /** Rejects with `bad_config`. */
  assertFits(config: ProjectConfig): Promise<void>;
}

export class SessionService {
  readonly actors: SessionActors;
  readonly talk: AgentTalk;
  readonly messages: Messages;
  readonly modes: SessionModes;
  readonly missionBook: Missions;
  readonly budgets: Budgets;
  protected readonly overrides: Overrides;
  protected readonly revoked: RevokedDevices;
  /** Tells whoever listens of a change that no event tells. */
  protected readonly changed: (change: StateChange) => void;
  private readonly options: SessionServiceOptions;
  protected readonly hosts: BackendHosts;
  protected readonly permissionRuleStore: PermissionRules;
  private readonly permissions: Permissions;

  constructor(options: SessionServiceOptions) {
    this.options = options;
    const { store, newId, home, projects } = options;
    this.overrides = new Overrides(store);
    this.revoked = options.revoked;
    this.changed = (change) => options.hub.tell(change);
    this.missionBook = new Missions({ ...options, tell: this.changed });
    this.budgets = new Budgets({ ...options, missions: this.missionBook, actors: () => this.actors });
    this.hosts = new BackendHosts(home, projects);
    this.permissionRuleStore = new PermissionRules(store, newId);
    this.modes = new SessionModes({
      store,
      configured: configuredModes(options.agents, store),
      actor: (sessionId) => this.actors.of(sessionId),
    });
    const { modes } = this;
    this.permissions = new Permissions({
      ...{ book: this.permissionRuleStore, now: options.now, modes, ground: { projects, store } },
    });
    this.actors = new SessionActors({
      ...options,
      modes,
      projectRuns: new ProjectRuns(this.hosts.checkpoints),
      agentFor: (agentId, projectRoot) => this.agentFor(agentId, projectRoot),
      host: (session, backend) => this.hosts.of(session, backend),
      tools: (user) => this.talk.tools.open(user),
      onAsk: (actor, _, body) => void this.permissions.consider(actor, body).catch(() => undefined),
      isToolAsk: (askId) => this.talk.asks.has(askId),
      assertBudget: (session) => this.budgets.assert(session),
      pauseOf: (by) => this.revoked.pauseOf(by),
      places: new ProgramSlots(),
    });
    this.talk = new AgentTalk({
      ...options,
      actors: this.actors,
      modes,
      prepare: (input) => this.prepare(input),
    });
    this.messages = new Messages({
      ...options,
      actors: this.actors,
      exchanges: this.talk.exchanges,
      prepare: (input) => this.prepare(input),
      agentOf: (actor) => this.agentOf(actor),
    });
  }

  chat(input: ChatInput, by: Caller): Promise<ChatAnswer> {
    return this.messages.take(input, callerActor(by));
  }

  async createSession(input: CreateSession, by: Caller): Promise<SessionRow> {
    const created = await this.prepare(input);
    const actor = this.actors.begin(created);
    const { title } = input;
    const bodies = title === undefined ? [] : [titleBy(title, callerActor(by))];
    await actor.append({ bodies, created, refusable: true });
    this.changed({ changed: "session", sessionId: created.sessionId, projectRoot: created.projectRoot });
    return this.session(created.sessionId);
  }

  async session(sessionId: string): Promise<SessionRow> {
    const row = await this.options.store.session(sessionId);
    if (row === null) throw new PolylogError("session_not_found", "There is no such session.", { sessionId });
    return row;
  }

  sessions(query: SessionQuery): Promise<Page<SessionRow>> {
    return this.options.store.sessions(query);
  }

  async changeSession(sessionId: string, change: SessionChange, caller: Caller): Promise<SessionRow> {
    this.options.log.assertWritable();
    const actor = await this.actors.of(sessionId);
    const agentId = await this.agentOf(actor);
    const { title, modeId, modelId, archived } = change;
    const by = callerActor(caller);
    if (modeId !== undefined) assertMode(actor, agentId, modeId);
    const agent = modeId === undefined && modelId === undefined ? null : await actor.agents.of(agentId);
    // A mode of the agent's own is its program's to refuse. One of ours holds here, whatever the program makes of it.
    const isOurs = isPermissionMode(modeId);
    if (modeId !== undefined && !isOurs) await agent?.program.mode.setOwn(modeId);
    if (modelId !== undefined) await agent?.setModel(modelId, by);
    await this.modes.inTurn(actor, async () => {
      const mode = modeId === undefined ? null : await this.modes.choose(actor, agentId, modeId, by);
      await actor.append({
        bodies: [
          ...(title === undefined ? [] : [titleBy(title, by)]),
          ...(mode?.bodies ?? []),
          ...(modelId === undefined ? [] : [{ type: "model_change" as const, modelId, agentId, by }]),
        ],
        documents: mode?.documents,
        refusable: true,
      });
    });
    if (isOurs) await actor.applyMode(agentId);
    if (modeId !== undefined) await this.talk.exchanges.senderChanged(sessionId);
    if (archived !== undefined) {
      await this.options.store.commit({ archived: [{ sessionId, archived }] });
      this.changed({ changed: "session", sessionId, projectRoot: actor.session.projectRoot });
    }
    return this.session(sessionId);
  }

  async deleteSession(sessionId: string): Promise<void> {
    await this.forgetSession(sessionId, () => {});
  }

  /** Deletes a session unless it is at work: something runs in it, waits in it, or waits for a person. */
  async deleteIfIdle(sessionId: string): Promise<void> {
    await this.forgetSession(sessionId, ({ conversation }) => {
      const { liveRuns, pendingAsks } = conversation;
      if (liveRuns.size === 0 && pendingAsks.size === 0 && queuedCount(conversation) === 0) return;
      throw new PolylogError("session_busy", "The session is at work.", { sessionId });
    });
  }

  private async forgetSession(sessionId: string, check: (actor: SessionActor) => void): Promise<void> {
    const { store, blobs, hub, watchers } = this.options;
    const { projectRoot } = await this.session(sessionId);
    await this.actors.change(sessionId, check, async () => {
      const rules = await this.permissionRuleStore.ofSession(sessionId);
      const documents = [...rules, ...(await this.modes.book.ofSession(sessionId))];
      await store.commit({ deleted: [sessionId], documents });
      hub.drop(sessionId, "The session was deleted.");
    });
    watchers.gone(sessionId);
    await blobs.forget(sessionId);
    await this.hosts.forget(sessionId, projectRoot);
  }

  async cancel(runId: string): Promise<void> {
    // The sender's log has the run at the other end of an exchange too; it is stopped where it works.
    const target = this.talk.exchanges.targetOf(runId);
    if (target !== null) return (await this.actors.of(target.sessionId)).stop(runId, target.agentId);
    const row = await this.options.store.run(runId);
    if (row === null) throw new PolylogError("run_not_found", "There is no such run.", { runId });
    if (row.outcome !== null) return;
    await (await this.actors.of(row.sessionId)).stop(runId, row.agentId);
  }

  async answerPermission(answer: PermissionAnswer, by: Caller): Promise<void> {
    const { requestId, optionId, note } = answer;
    const { actor, row } = await this.ask(requestId, "permission");
    const { option, documents } = await this.permissions.choose(actor, answer, by.name);
    const { runId, agentId } = row;
    const who = { runId, agentId, by: callerActor(by) };
    const said = { type: "permission_response" as const, requestId, optionId, ...who };
    const body = note === undefined ? said : { ...said, note };
    await actor.answer(requestId, [body], answerOf(requestId, option, note ?? null), documents);
  }

  async answerQuestion(questionId: string, answers: readonly QuestionAnswer[], by: Caller): Promise<void> {
    const { actor, row } = await this.ask(questionId, "question");
    const place = actor.conversation.pendingAsks.get(questionId);
    const entry = place === undefined ? undefined : entryAt(actor.conversation, place);
    if (entry?.kind === "question") checkAnswers(entry.questions, answers);
    const { runId, agentId } = row;
    await actor.answer(
      questionId,
      [{ type: "ask_user_response", questionId, answers: [...answers], runId, agentId, by: callerActor(by) }],
      { kind: "question", askId: questionId, answers },
    );
  }

  async answerPlan({ planId, decision, plan, note }: PlanAnswer, by: Caller): Promise<void> {
    this.options.log.assertWritable();
    const { actor, row } = await this.ask(planId, "plan");
    const { runId, agentId } = row;
    const who = callerActor(by);
    const said = { type: "plan_response" as const, planId, decision, runId, agentId, by: who };
    const body = {
      ...said,
      ...(plan === undefined ? {} : { plan }),
      ...(note === undefined ? {} : { note }),
    };
    await this.modes.inTurn(actor, async () => {
      const after = decision === "reject" ? null : await this.modes.approve(actor, agentId, runId, who);
      const answer = {
        kind: "plan" as const,
        askId: planId,
        decision,
        plan: plan ?? null,
        note,
        mode: after?.mode,
      };
      await actor.answer(planId, [body, ...(after?.bodies ?? [])], answer, after?.documents);
    });
  }

  async snapshot(sessionId: string): Promise<SessionSnapshot> {
    const { conversation, rev, head } = await this.options.log.session(sessionId);
    return { snapshot: toSnapshot(conversation), rev, seq: head };
  }

  async blob(sessionId: string, blobId: string): Promise<string> {
    await this.session(sessionId);
    const text = await this.options.blobs.read(sessionId, blobId);
    if (text === null) throw new PolylogError("not_found", "There is no such output.", { blobId });
    return text;
  }

  async queue(sessionId: string): Promise<QueueEntry[]> {
    return queueEntries((await this.options.log.session(sessionId)).conversation);
  }

  async changeQueueItem(sessionId: string, itemId: string, change: QueueChange, by: Caller): Promise<void> {
    await changeQueueItem(await this.actors.of(sessionId), itemId, change, {
      caller: by,
      revoked: this.revoked,
    });
  }

  async resumeQueue(sessionId: string, agentId?: string): Promise<void> {
    const actor = await this.actors.of(sessionId);
    for (const [each, { queue }] of actor.conversation.agents) {
      if (queue.paused !== null && (agentId ?? each) === each) await actor.queue.resume(each);
    }
  }

  /** Removes one message from the queue, or all that the caller may remove. */
  async removeQueueItem(sessionId: string, itemId: string | undefined, by: Caller): Promise<void> {
    await removeQueueItem(await this.actors.of(sessionId), itemId, { caller: by, revoked: this.revoked });
  }

  private async ask(askId: string, kind: AskRow["kind"]): Promise<{ actor: SessionActor; row: AskRow }> {
    const row = await this.options.store.ask(askId);
    if (row === null || row.kind !== kind) {
      throw new PolylogError("ask_not_found", "Nothing with that id was asked.", { askId });
    }
    return { actor: await this.actors.of(row.sessionId), row };
  }

  /** An agent as it is set in a project. */
  protected async agentFor(
    agentId: string,
    projectRoot: string,
  ): Promise<{ backend: Backend; settings: AgentSettings }> {
    const { backend, settings } = await this.options.agents.find(agentId, projectRoot);
    const override = await this.overrides.of(projectRoot, agentId);
    if (override?.enabled === false) {
      const message = `The agent "${agentId}" is turned off in this project.`;
      throw new PolylogError("agent_unavailable", message, { agentId, projectRoot });
    }
    return { backend, settings: withOverride(settings, override) };
  }

  private async agentOf({ session }: SessionActor): Promise<string> {
    return session.agentId ?? (await this.options.agents.defaultAgent(session.projectRoot));
  }

  /** A session that is about to be begun, with an agent that can be used. */
  protected async prepare(input: Pick<CreateSession, "projectRoot" | "agentId">): Promise<NewSession> {
    const { agents, newId, now } = this.options;
    const projectRoot = await projectFolder(input.projectRoot);
    const agentId = input.agentId ?? (await agents.defaultAgent(projectRoot));
    await this.agentFor(agentId, projectRoot);
    return { sessionId: newId(), projectRoot, agentId, createdTs: now() };
  }
}

function titleBy(title: string, by: Actor): EventBody {
  return { type: "title", title, source: "user", by };
}
