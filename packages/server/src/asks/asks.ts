import type { PermissionAnswer, PlanAnswer, Question, QuestionAnswer } from "@polylog/core";
import { defined, entryAt } from "@polylog/core";
import { type Caller, callerActor } from "../caller.ts";
import type { Log } from "../log/log.ts";
import { answerOf, type Permissions } from "../permissions/permissions.ts";
import type { SessionModes } from "../permissions/session-modes.ts";
import { PolylogError } from "../polylog-error.ts";
import type { SessionActor } from "../sessions/session-actor.ts";
import type { SessionActors } from "../sessions/session-actors.ts";
import type { AskRow, EventStore } from "../store/store.ts";
import { type DescribedAsk, describeAsks } from "./described-asks.ts";

export interface AsksOptions {
  readonly store: EventStore;
  readonly log: Log;
  readonly actors: SessionActors;
  readonly modes: SessionModes;
  readonly permissions: Permissions;
}

const MOST_ROWS = 1000;

/** The asks of all sessions and their answers. */
export class Asks {
  private readonly options: AsksOptions;

  constructor(options: AsksOptions) {
    this.options = options;
  }

  /** Open asks. */
  async list(): Promise<DescribedAsk[]> {
    const { store, log } = this.options;
    return describeAsks(await store.asks({ state: "pending", limit: MOST_ROWS }), { store, log });
  }

  async answerPermission(answer: PermissionAnswer, by: Caller): Promise<void> {
    const { requestId, optionId, note } = answer;
    const { actor, row } = await this.find(requestId, "permission");
    const { option, documents } = await this.options.permissions.choose(actor.session, answer, by.name);
    const { runId, agentId } = row;
    const who = { runId, agentId, by: callerActor(by) };
    const response = { type: "permission_response" as const, requestId, optionId, ...who };
    const body = note === undefined ? response : { ...response, note };
    await actor.answer(requestId, [body], answerOf(requestId, option, note ?? null), documents);
  }

  async answerQuestion(questionId: string, answers: readonly QuestionAnswer[], by: Caller): Promise<void> {
    const { actor, row } = await this.find(questionId, "question");
    const place = actor.conversation.pendingAsks.get(questionId);
    const entry = place === undefined ? undefined : entryAt(actor.conversation, place);
    if (entry?.kind === "question") checkAnswers(entry.questions, answers);
    const { runId, agentId } = row;
    const who = { runId, agentId, by: callerActor(by) };
    await actor.answer(
      questionId,
      [{ type: "ask_user_response", questionId, answers: [...answers], ...who }],
      { kind: "question", askId: questionId, answers },
    );
  }

  async answerPlan({ planId, decision, plan, note }: PlanAnswer, caller: Caller): Promise<void> {
    const { log, modes } = this.options;
    log.assertWritable();
    const { actor, row } = await this.find(planId, "plan");
    const { runId, agentId } = row;
    const by = callerActor(caller);
    const response = { type: "plan_response" as const, planId, decision, runId, agentId, by };
    const body = {
      ...response,
      ...defined({ plan, note }),
    };
    await modes.inTurn(actor.session, async () => {
      const after = decision === "reject" ? null : await modes.approve(actor.session, agentId, runId, by);
      const mode = after?.mode;
      const answer = { kind: "plan" as const, askId: planId, decision, plan: plan ?? null, note, mode };
      await actor.answer(planId, [body, ...(after?.bodies ?? [])], answer, after?.documents);
    });
  }

  private async find(askId: string, kind: AskRow["kind"]): Promise<{ actor: SessionActor; row: AskRow }> {
    const row = await this.options.store.ask(askId);
    if (row === null || row.kind !== kind) {
      throw new PolylogError("ask_not_found", "No ask has this ID. Reload the list of open asks.", { askId });
    }
    return { actor: await this.options.actors.of(row.sessionId), row };
  }
}

/**
 * Rejects answers that do not match the questions. Questions can stay unanswered and free text is always allowed, but
 * at least one answer is required, each must name a question of this ask, and a single-choice question takes only one.
 */
function checkAnswers(questions: readonly Question[], answers: readonly QuestionAnswer[]): void {
  const asked = Map.groupBy(questions, ({ question }) => question);
  const refuse = (why: string) => {
    const names = questions.map(({ question }) => `“${question}”`).join(", ");
    throw new PolylogError("bad_request", `${why} Questions of this ask: ${names}.`, {
      questions: [...asked.keys()],
    });
  };
  for (const [question, questionAnswers] of Map.groupBy(answers, (answer) => answer.question)) {
    const known = asked.get(question);
    if (known === undefined) return refuse(`Unknown question “${question}”.`);
    if (questionAnswers.length > known.length) return refuse(`“${question}” is answered more than once.`);
    const takesOne = known.every(({ multiSelect }) => multiSelect !== true);
    if (takesOne && questionAnswers.some(({ answer }) => Array.isArray(answer) && answer.length > 1))
      return refuse(`“${question}” accepts only one answer.`);
  }
  if (!answers.some(({ answer }) => [answer].flat().some((text) => text.trim() !== "")))
    refuse("Answer at least one question.");
}
