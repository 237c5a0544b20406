import type { Actor, AskAnswer, EventBody, PermissionMode, PermissionOption } from "@polylog/core";
import { entryAt, narrowerMode, permissionModes } from "@polylog/core";
import type { PermissionCall, PermissionRule } from "../runs/permission-rules.ts";
import { decide, optionFor, ruleFor, subjectOf } from "../runs/permission-rules.ts";
import type { SessionActor } from "../runs/session-actor.ts";
import type { EventStore } from "../store/store.ts";

/** Permission asks that a rule or the mode decides, and the rules that answers make. */

const RULES = "permission_rule";

type Request = Extract<EventBody, { type: "permission_request" }>;

export class Permissions {
  private readonly store: EventStore;
  private readonly modeOf: (actor: SessionActor, agentId: string) => Promise<PermissionMode>;
  private readonly newId: () => string;

  constructor(
    store: EventStore,
    newId: () => string,
    modeOf: (actor: SessionActor, agentId: string) => Promise<PermissionMode>,
  ) {
    this.store = store;
    this.newId = newId;
    this.modeOf = modeOf;
  }

  /** Answers a fresh request if nobody has to be asked. Questions and plans always wait for a person. */
  async consider(actor: SessionActor, body: EventBody): Promise<void> {
    if (body.type !== "permission_request") return;
    const agentMode = await this.modeOf(actor, body.agentId);
    const mode = body.mode === undefined ? agentMode : narrowerMode(body.mode, agentMode);
    const call = callOf(actor, body.toolName, body.input);
    const rules = await this.rules();
    const verdict = decide(call, mode, rules);
    if (verdict === "ask") return;
    const option = optionFor(verdict, body.options);
    if (option === null && verdict === "allow") return;
    const hasRule = decide(call, "ask", rules) !== "ask";
    const by: Actor = { kind: "rule", name: hasRule ? "a rule" : mode === "full" ? "full access" : mode };
    await actor.answer(
      body.requestId,
      [responseBody(body, option, by)],
      answerOf(body.requestId, option, null),
    );
  }

  /** The rule that an answer makes, as a document to be written with it. */
  rule(actor: SessionActor, askId: string, option: PermissionOption) {
    const place = actor.conversation.asks.get(askId);
    const entry = place === undefined ? undefined : entryAt(actor.conversation, place);
    if (entry?.kind !== "permission") return [];
    const rule = ruleFor(option, callOf(actor, entry.toolName, entry.input));
    return rule === null ? [] : [{ kind: RULES, key: this.newId(), value: rule }];
  }

  private async rules(): Promise<PermissionRule[]> {
    return (await this.store.documents(RULES)).map(({ value }) => value as PermissionRule);
  }
}

function callOf(actor: SessionActor, toolName: string, input: unknown): PermissionCall {
  const { sessionId, projectRoot } = actor.session;
  return { sessionId, projectRoot, toolName, subject: subjectOf(input) };
}

function responseBody(request: Request, option: PermissionOption | null, by: Actor): EventBody {
  const { requestId, runId, agentId } = request;
  return {
    type: "permission_response",
    requestId,
    runId,
    agentId,
    by,
    ...(option === null ? { outcome: "cancelled" as const } : { optionId: option.optionId }),
  };
}

export function answerOf(askId: string, option: PermissionOption | null, note: string | null): AskAnswer {
  return { kind: "permission", askId, option, note };
}

export function isPermissionMode(mode: string | null | undefined): mode is PermissionMode {
  return permissionModes.some((known) => known === mode);
}
