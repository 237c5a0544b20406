import type {
  AgentInfo,
  AgentSettings,
  Backend,
  CreateSession,
  PermissionAnswer,
  PermissionMode,
  QuestionAnswer,
  QueueChange,
  QueueEntry,
  SessionChange,
  StateChange,
} from "@polylog/core";
import { entryAt, queuedCount, toSnapshot } from "@polylog/core";
import { Budgets } from "../budgets/budgets.ts";
import type { ProjectConfig } from "../config/config-schema.ts";
import type { ProjectConfigs } from "../config/project-config.ts";
import { PolylogError } from "../errors.ts";
import type { Hub } from "../hub/hub.ts";
import { limits } from "../limits.ts";
import type { Blobs } from "../log/blobs.ts";
import type { Log } from "../log/log.ts";
import type { Watchers } from "../log/watchers.ts";
import { Missions } from "../missions/missions.ts";
import type { Seat } from "../runs/seat.ts";
import type { SessionActor } from "../runs/session-actor.ts";
import type { Caller, ChatAnswer, ChatInput, SessionSnapshot } from "../service.ts";
import type { AskRow, EventStore, NewSession, Page, SessionQuery, SessionRow } from "../store/store.ts";
import { Actors } from "./actors.ts";
import { AgentTalk } from "./agent-talk.ts";
import { checkAnswers } from "./check-answers.ts";
import { assertMode, assertSameProject } from "./fitting.ts";
import { Hosts } from "./host.ts";
import { projectFolder } from "./inside-project.ts";
import { hashOf, sameBody } from "./once.ts";
import { Overrides, withOverride } from "./overrides.ts";
import { PermissionBook } from "./permission-book.ts";
import { answerOf, isPermissionMode, Permissions } from "./permissions.ts";
import { changeQueueItem, queueEntries, removeQueueItem } from "./queues.ts";

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
  readonly actors: Actors;
  readonly talk: AgentTalk;
  readonly missionBook: Missions;
  readonly budgets: Budgets;
  protected readonly overrides: Overrides;
  /** Tells whoever listens of a change that no event tells. */
  protected readonly changed: (change: StateChange) => void;
  private readonly options: SessionServiceOptions;
  protected readonly hosts: Hosts;
  protected readonly permissionBook: PermissionBook;
  private readonly permissions: Permissions;
  private stopping = false;
  /** Messages that are being taken, by the client's id: the same one at the same time is taken once. */
  private readonly taking = new Map<
    string,
    { readonly bodyHash: string; readonly answer: Promise<ChatAnswer> }
  >();

  constructor(options: SessionServiceOptions) {
    this.options = options;
    const { store, newId, home, projects } = options;
    this.overrides = new Overrides(store);
    this.changed = (change) => options.hub.tell(change);
    this.missionBook = new Missions({ ...options, tell: this.changed });
    this.budgets = new Budgets({ ...options, missions: this.missionBook, actors: () => this.actors });
    this.hosts = new Hosts(home, projects);
    this.permissionBook = new PermissionBook(store, newId);
    const modeOf = (actor: SessionActor, agentId: string) => this.modeOf(actor, agentId);
    this.permissions = new Permissions({ book: this.permissionBook, now: options.now, modeOf });
    this.actors = new Actors({
      ...options,
      agent: (agentId, projectRoot) => this.agentFor(agentId, projectRoot),
      host: (session, backend) => this.hosts.of(session, backend),
      tools: (user) => this.talk.tools.open(user),
      onAsk: (actor, _, body) => void this.permissions.consider(actor, body).catch(() => undefined),
      isOwnAsk: (askId) => this.talk.asks.has(askId),
      assertBudget: (session) => this.budgets.assert(session),
    });
    this.talk = new AgentTalk({
      ...options,
      actors: this.actors,
      modeOf,
      prepare: (input) => this.prepare(input),
    });
  }

  /** Takes no message any more. */
  refuseMore(): void {
    this.stopping = true;
  }

  async chat(input: ChatInput): Promise<ChatAnswer> {
    if (this.stopping) throw new PolylogError("degraded", "The server is stopping.");
    this.options.log.assertWritable();
    if (input.text.trim() === "" && !input.images?.length) {
      throw new PolylogError("bad_request", "A message has text or an image.");
    }
    if (input.text.length > limits.promptChars) {
      throw new PolylogError("body_too_large", `A message has at most ${limits.promptChars} characters.`);
    }
    const { clientMessageId } = input;
    if (clientMessageId === undefined) return this.take(input, undefined);
    const bodyHash = hashOf(input);
    const underWay = this.taking.get(clientMessageId);
    if (underWay !== undefined) return sameBody(underWay.bodyHash, bodyHash, underWay.answer);
    const answer = this.takeOnce(input, clientMessageId, bodyHash);
    this.taking.set(clientMessageId, { bodyHash, answer });
    try {
      return await answer;
    } finally {
      this.taking.delete(clientMessageId);
    }
  }

  private async takeOnce(input: ChatInput, clientMessageId: string, bodyHash: string): Promise<ChatAnswer> {
    const before = await this.options.store.receipt(clientMessageId);
    if (before !== null) {
      return sameBody(before.bodyHash, bodyHash, Promise.resolve(JSON.parse(before.response) as ChatAnswer));
    }
    return this.take(input, { clientMessageId, bodyHash });
  }

  private async take(
    input: ChatInput,
    receipt: { clientMessageId: string; bodyHash: string } | undefined,
  ): Promise<ChatAnswer> {
    if (input.toRunId !== undefined) return this.tell(input.toRunId, input, receipt);
    if (input.sessionId !== undefined) {
      return this.say(input.sessionId, input, receipt);
    }
    const created = await this.prepare(input);
    const actor = this.actors.begin(created);
    const { agentId } = created;
    try {
      return await actor.chat(input, agentId, { clientReceipt: receipt, created });
    } catch (error) {
      await this.actors.forget(created.sessionId);
      throw error;
    }
  }

  /** A run at the other end of an exchange is spoken to where it works. */
  private async tell(
    runId: string,
    input: ChatInput,
    clientReceipt: { clientMessageId: string; bodyHash: string } | undefined,
  ): Promise<ChatAnswer> {
    const place = this.talk.exchanges.targetOf(runId) ?? (await this.options.store.run(runId));
    const isThere = input.sessionId === undefined || input.sessionId === place?.sessionId;
    if (place === null || !isThere) {
      throw new PolylogError("run_not_found", "There is no such run.", { runId });
    }
    const actor = await this.actors.of(place.sessionId);
    return actor.tell(runId, place.agentId, input, { clientReceipt });
  }

  /** A session that was cut back or deleted in this very moment is looked for again. */
  private async say(
    sessionId: string,
    input: ChatInput,
    clientReceipt: { clientMessageId: string; bodyHash: string } | undefined,
  ): Promise<ChatAnswer> {
    for (;;) {
      const actor = await this.actors.of(sessionId);
      await assertSameProject(actor, input.projectRoot);
      const agentId = input.agentId ?? (await this.agentOf(actor));
      try {
        return await actor.chat(input, agentId, { clientReceipt });
      } catch (error) {
        if (!actor.session.dead) throw error;
      }
    }
  }

  async createSession(input: CreateSession): Promise<SessionRow> {
    const created = await this.prepare(input);
    const actor = this.actors.begin(created);
    const { title } = input;
    const bodies = title === undefined ? [] : [{ type: "title" as const, title, source: "user" as const }];
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

  async changeSession(sessionId: string, change: SessionChange): Promise<SessionRow> {
    const actor = await this.actors.of(sessionId);
    const agentId = await this.agentOf(actor);
    const { title, modeId, modelId, archived } = change;
    if (modeId !== undefined) assertMode(actor, agentId, modeId);
    if (modeId !== undefined || modelId !== undefined) {
      const seat = await actor.seat(agentId);
      if (modeId !== undefined) await this.setMode(seat, modeId);
      if (modelId !== undefined) await seat.setModel(modelId);
    }
    await actor.append({
      bodies: [
        ...(title === undefined ? [] : [{ type: "title" as const, title, source: "user" as const }]),
        ...(modeId === undefined ? [] : [{ type: "mode_change" as const, modeId, agentId }]),
        ...(modelId === undefined ? [] : [{ type: "model_change" as const, modelId, agentId }]),
      ],
      refusable: true,
    });
    if (archived !== undefined) {
      await this.options.store.commit({ archived: [{ sessionId, archived }] });
      this.changed({ changed: "session", sessionId, projectRoot: actor.session.projectRoot });
    }
    return this.session(sessionId);
  }

  /** A mode of ours is kept by the server too, so that a program which does not know it is no reason to say no. */
  private async setMode(seat: Seat, modeId: string): Promise<void> {
    const set = seat.setMode(modeId);
    await (isPermissionMode(modeId) ? set.catch(() => undefined) : set);
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
      const documents = await this.permissionBook.ofSession(sessionId);
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
    if (target !== null) return (await this.actors.of(target.sessionId)).cancel(runId, target.agentId);
    const row = await this.options.store.run(runId);
    if (row === null) throw new PolylogError("run_not_found", "There is no such run.", { runId });
    if (row.outcome !== null) return;
    await (await this.actors.of(row.sessionId)).cancel(runId, row.agentId);
  }

  async answerPermission(answer: PermissionAnswer, by: Caller): Promise<void> {
    const { requestId, optionId, note } = answer;
    const { actor, row } = await this.ask(requestId, "permission");
    const { option, documents } = this.permissions.choose(actor, answer, by.name);
    const { runId, agentId } = row;
    const who = { runId, agentId, by: person(by) };
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
      [{ type: "ask_user_response", questionId, answers: [...answers], runId, agentId, by: person(by) }],
      { kind: "question", askId: questionId, answers },
    );
  }

  async answerPlan(
    planId: string,
    decision: "approve" | "reject" | "edit",
    plan: string | undefined,
    by: Caller,
  ): Promise<void> {
    const { actor, row } = await this.ask(planId, "plan");
    const { runId, agentId } = row;
    const said = { type: "plan_response" as const, planId, decision, runId, agentId, by: person(by) };
    await actor.answer(planId, [plan === undefined ? said : { ...said, plan }], {
      kind: "plan",
      askId: planId,
      decision,
      plan: plan ?? null,
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

  async changeQueueItem(sessionId: string, itemId: string, change: QueueChange): Promise<void> {
    await changeQueueItem(await this.actors.of(sessionId), itemId, change);
  }

  /** Takes one message out of the queue, or all of them. */
  async removeQueueItem(sessionId: string, itemId: string | undefined): Promise<void> {
    await removeQueueItem(await this.actors.of(sessionId), itemId);
  }

  private async ask(askId: string, kind: AskRow["kind"]): Promise<{ actor: SessionActor; row: AskRow }> {
    const row = await this.options.store.ask(askId);
    if (row === null || row.kind !== kind) {
      throw new PolylogError("ask_not_found", "Nothing with that id was asked.", { askId });
    }
    return { actor: await this.actors.of(row.sessionId), row };
  }

  private async modeOf(actor: SessionActor, agentId: string): Promise<PermissionMode> {
    const given = actor.conversation.agents.get(agentId)?.permissionMode ?? null;
    if (given !== null) return given;
    const { settings } = await this.agentFor(agentId, actor.session.projectRoot);
    return settings.permissionMode ?? "ask";
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

function person({ id, name }: Caller) {
  return { kind: "user" as const, id, name };
}
