import {
  type Actor,
  type AskAnswer,
  type EventBody,
  entryAt,
  firstLine,
  makesRule,
  modeName,
  narrowerMode,
  type PermissionAnswer,
  type PermissionEntry,
  type PermissionOffer,
  type PermissionOption,
  permissionOffers,
  ruleSubject,
} from "@polylog/core";
import { limits } from "../limits.ts";
import type { LiveSession } from "../log/live-session.ts";
import { PolylogError } from "../polylog-error.ts";
import type { Commit } from "../store/store.ts";
import { applicableRules, type RuleContext } from "./applicable-rules.ts";
import { decide, decidingRule, optionFor, ruleFor } from "./decide.ts";
import { permissionCall } from "./permission-call.ts";
import type { PermissionRules } from "./permission-rules.ts";
import { isProjectEdit } from "./project-edit.ts";
import type { SessionModes } from "./session-modes.ts";

/** Permission asks decided by a rule or the mode, and rules created by answers. */

type Request = Extract<EventBody, { type: "permission_request" }>;

/** The result of a person's answer. */
interface Chosen {
  readonly option: PermissionOption;
  /** The rule that the answer creates, to be written with it. */
  readonly documents: NonNullable<Commit["documents"]>;
}

/** Settles an ask with events and sends the answer to the agent. */
type AnswerAsk = (askId: string, bodies: readonly EventBody[], answer: AskAnswer) => Promise<void>;

export interface PermissionsOptions {
  readonly rules: PermissionRules;
  readonly now: () => number;
  readonly modes: SessionModes;
  /** Determines whether the folder is trusted and where a rule was made. */
  readonly context: RuleContext;
}

export class Permissions {
  private readonly options: PermissionsOptions;

  constructor(options: PermissionsOptions) {
    this.options = options;
  }

  /** Answers a new ask if a rule or the mode decides it. Questions and plans always wait for a person. */
  async answerByRule(session: LiveSession, body: EventBody, answer: AnswerAsk): Promise<void> {
    if (body.type !== "permission_request") return;
    const access = await this.options.modes.access(session, body.agentId, body.runId);
    const mode = body.mode === undefined ? access.mode : narrowerMode(body.mode, access.mode);
    const asked = await permissionCall(session, body);
    // Checked by the agent's own tool name, because any MCP tool can look like an edit.
    const isEdit =
      mode === "accept_edits" && (await isProjectEdit(asked.projectRoot, body, session.conversation));
    const call = { ...asked, isProjectEdit: isEdit };
    const { rules: made, context } = this.options;
    const rules = await applicableRules(call, access.isForAgent, await made.all(), context);
    const verdict = decide(call, mode, rules);
    if (verdict === "ask") return;
    const option = optionFor(verdict, body.options);
    if (option === null && verdict === "allow") return;
    const rule = decidingRule(call, rules);
    const by: Actor =
      rule === null
        ? { kind: "rule", name: modeName(mode).toLowerCase() }
        : { kind: "rule", id: rule.ruleId, name: firstLine(ruleSubject(rule), limits.ruleNameChars) };
    await answer(body.requestId, [responseBody(body, option, by)], answerOf(body.requestId, option, null));
  }

  /** The option named in an answer, and the rule it creates. */
  async choose(session: LiveSession, answer: PermissionAnswer, by: string): Promise<Chosen> {
    const { requestId, optionId } = answer;
    const place = session.conversation.asks.get(requestId);
    const entry = place === undefined ? undefined : entryAt(session.conversation, place);
    const asked = entry?.kind === "permission" ? entry : null;
    const option = asked?.options.find((each) => each.optionId === optionId);
    if (asked === null || option === undefined)
      throw new PolylogError("bad_request", "Unknown option. Choose one of the ask's options.", {
        requestId,
        optionId,
      });
    const offer = offerFor(asked, session.projectRoot, option, answer);
    const { toolName, input, runId, callId } = asked;
    const call = await permissionCall(session, {
      ...{ toolName, input, runId: runId ?? "" },
      callId: callId ?? undefined,
    });
    const rule = offer === undefined ? null : ruleFor(option, call, offer);
    const origin = { madeTs: this.options.now(), madeIn: call.sessionId, madeBy: by };
    return { option, documents: rule === null ? [] : this.options.rules.written(rule, origin) };
  }
}

/** The pattern of the rule: as given in the answer, or this exact call. */
function offerFor(
  { toolName, input }: PermissionEntry,
  projectRoot: string,
  option: PermissionOption,
  { pattern, match }: PermissionAnswer,
): PermissionOffer | undefined {
  const effect = option.kind.startsWith("reject") ? "deny" : "allow";
  const offers = permissionOffers({ toolName, input, projectRoot }, effect);
  if (pattern === undefined && match === undefined) return offers[0];
  const offer = offers.find(
    (each) => each.pattern === (pattern ?? each.pattern) && each.match === (match ?? each.match),
  );
  if (!makesRule(option))
    throw new PolylogError(
      "pattern_not_offered",
      "This option applies once and creates no rule. Omit the pattern.",
      {
        optionId: option.optionId,
      },
    );
  if (pattern === undefined || offer === undefined)
    throw new PolylogError(
      "pattern_not_offered",
      "This pattern was not offered. Choose one of the offered patterns.",
      {
        offers,
      },
    );
  return offer;
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
