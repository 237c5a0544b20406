import type {
  Actor,
  AskAnswer,
  EventBody,
  PermissionAnswer,
  PermissionEntry,
  PermissionMode,
  PermissionOffer,
  PermissionOption,
} from "@polylog/core";
import {
  cleanToolName,
  entryAt,
  makesRule,
  narrowerMode,
  permissionModes,
  permissionOffers,
  permissionSubject,
} from "@polylog/core";
import { PolylogError } from "../errors.ts";
import type { PermissionCall } from "../runs/permission-rules.ts";
import { decide, optionFor, ruleFor } from "../runs/permission-rules.ts";
import type { SessionActor } from "../runs/session-actor.ts";
import type { Commit } from "../store/store.ts";
import { isOwnEdit } from "./own-edit.ts";
import type { PermissionBook } from "./permission-book.ts";

/** Permission asks that a rule or the mode decides, and the rules that answers make. */

type Request = Extract<EventBody, { type: "permission_request" }>;

/** What a person's answer comes to. */
interface Chosen {
  readonly option: PermissionOption;
  /** The rule that it makes, to be written with it. */
  readonly documents: NonNullable<Commit["documents"]>;
}

export interface PermissionsOptions {
  readonly book: PermissionBook;
  readonly now: () => number;
  readonly modeOf: (actor: SessionActor, agentId: string) => Promise<PermissionMode>;
}

export class Permissions {
  private readonly options: PermissionsOptions;

  constructor(options: PermissionsOptions) {
    this.options = options;
  }

  /** Answers a fresh request if nobody has to be asked. Questions and plans always wait for a person. */
  async consider(actor: SessionActor, body: EventBody): Promise<void> {
    if (body.type !== "permission_request") return;
    const agentMode = await this.options.modeOf(actor, body.agentId);
    const mode = body.mode === undefined ? agentMode : narrowerMode(body.mode, agentMode);
    const asked = callOf(actor, body.toolName, body.input);
    // By the name that the agent calls it: anybody's tool can look like an edit.
    const isEdit = mode === "accept_edits" && (await isOwnEdit(asked.projectRoot, body, actor.conversation));
    const call = { ...asked, isOwnEdit: isEdit };
    const rules = await this.options.book.rules();
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

  /** The option that an answer names, and the rule that it makes. */
  choose(actor: SessionActor, answer: PermissionAnswer, by: string): Chosen {
    const { requestId, optionId } = answer;
    const place = actor.conversation.asks.get(requestId);
    const entry = place === undefined ? undefined : entryAt(actor.conversation, place);
    const asked = entry?.kind === "permission" ? entry : null;
    const option = asked?.options.find((each) => each.optionId === optionId);
    if (asked === null || option === undefined)
      throw new PolylogError("bad_request", "That is none of the options.", { requestId, optionId });
    const offer = offerFor(asked, option, answer);
    const call = callOf(actor, asked.toolName, asked.input);
    const rule = offer === undefined ? null : ruleFor(option, call, offer);
    const origin = { madeTs: this.options.now(), madeIn: call.sessionId, madeBy: by };
    return { option, documents: rule === null ? [] : this.options.book.written(rule, origin) };
  }
}

/** What the rule is for: what the answer names, or this very call. */
function offerFor(
  asked: PermissionEntry,
  option: PermissionOption,
  { pattern, match }: PermissionAnswer,
): PermissionOffer | undefined {
  const offers = permissionOffers(asked);
  if (pattern === undefined && match === undefined) return offers[0];
  const offer = offers.find(
    (each) => each.pattern === (pattern ?? each.pattern) && each.match === (match ?? each.match),
  );
  if (!makesRule(option))
    throw new PolylogError(
      "pattern_not_offered",
      "This option holds once: it makes no rule, so it takes no pattern.",
      {
        optionId: option.optionId,
      },
    );
  if (pattern === undefined || offer === undefined)
    throw new PolylogError("pattern_not_offered", "A rule can be for one of the patterns that are offered.", {
      offers,
    });
  return offer;
}

function callOf(actor: SessionActor, toolName: string, input: unknown): PermissionCall {
  const { sessionId, projectRoot } = actor.session;
  const subject = permissionSubject({ toolName, input });
  return { sessionId, projectRoot, toolName: cleanToolName(toolName), subject };
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
