import type { AskAnswer, EventBody, PermissionOption, Question, QuestionAnswer } from "@polylog/core";
import { defined, permissionOptions } from "@polylog/core";
import { type Native, nameOf, recordOf, recordsOf, textOf } from "../../connection/native-value.ts";
import { noEvents } from "../../connection/translation.ts";
import { plainToolName } from "../../polylog-tools/tool-name.ts";
import { readCallContent } from "../translate/content.ts";
import type { AcpState, AcpTranslation, Call } from "../translate/state.ts";
import { andThen, withRefusal, withStatus } from "../translate/state.ts";
import { runRefFor } from "../translate/subagents.ts";
import { dropHeldText } from "../translate/text-stream.ts";
import { ASKED, isEmpty, parentOf, reportPendingCall, translateCall } from "../translate/tool-calls.ts";
import { endDenied } from "../translate/tool-output.ts";
import { type Form, formAnswer, formEvent, readForm } from "./forms.ts";
import { readPermissionOffer } from "./permission-options.ts";
import { answersOf, questionsIn } from "./permission-questions.ts";

/** An agent's asks, and the responses to them. */

export type PendingAsk =
  | {
      readonly kind: "permission" | "plan";
      readonly askId: string;
      /** The agent's ID of the call that the ask is about. */
      readonly nativeId: string;
      readonly options: readonly PermissionOption[];
    }
  | { readonly kind: "question"; readonly askId: string; readonly form: Form }
  /** Questions that arrive as a permission request. */
  | {
      readonly kind: "question";
      readonly askId: string;
      readonly questions: readonly Question[];
      readonly options: readonly PermissionOption[];
    }
  /** A permission request whose options cannot be classified as allow or deny. */
  | { readonly kind: "question"; readonly askId: string; readonly choices: ReadonlyMap<string, string> };

export interface AskTranslation extends AcpTranslation {
  readonly ask: PendingAsk;
  /** The answer, if it is already known. */
  readonly answered?: Native;
}

export const dismissed = { outcome: { outcome: "cancelled" } };
export const dismissedForm = { action: "cancel" };

/** Translates a permission request, or a plan to approve. Null if no run could have sent it. */
export function askPermission(state: AcpState, params: Native, askId: string): AskTranslation | null {
  if (state.run === null || state.run.isCancelling) return null;
  const update = recordOf(params.toolCall);
  const nativeId = nameOf(update.toolCallId);
  const { options, choices } = readPermissionOffer(params.options);
  if (nativeId === null || (options.length === 0 && choices === null)) return unanswerable(state, askId);
  if (choices === null && state.traits.showsInputAsText && !state.run.calls.has(nativeId)) {
    return askForSubagent(state, update, { kind: "permission", askId, nativeId, options });
  }
  const proposed = nameOf(recordOf(update.rawInput).plan);
  const unsaid = proposed === null ? state : dropHeldText(state, proposed);
  const translation = known(unsaid, update, nativeId, nameOf(params.sessionId));
  const call = translation.state.run?.calls.get(nativeId);
  if (call === undefined) return null;
  if (choices !== null) return askChoice(translation, call, choices, askId);
  const questions = questionsIn(state.traits, update);
  if (questions.length > 0) return askQuestions(translation, call, questions, { askId, options });
  const plan = planOf(call, update);
  const input = inputOf(call, update);
  const kind = plan === null ? "permission" : "plan";
  const ask: PendingAsk = { kind, askId, nativeId, options };
  const once = options.find((option) => option.kind === "allow_once");
  if (plan === null && once !== undefined && isOwnTool(state, call.toolName, update)) {
    return { ...translation, ask, answered: selected(once) };
  }
  const event =
    plan === null ? permissionEvent(call, input, askId, shownOptions(options)) : planEvent(call, plan, askId);
  const asked = { state: translation.state, events: [...translation.events, event] };
  return { ...withStatus(asked, "waiting_permission"), ask };
}

/** The agent reports nothing else about the subagent's call, so the ask has no call and shows the agent's own text. */
function askForSubagent(
  state: AcpState,
  update: Native,
  ask: Extract<PendingAsk, { kind: "permission" | "plan" }>,
): AskTranslation {
  const { agentId, run } = state;
  const title = nameOf(update.title);
  const request = readCallContent(update.content).text;
  const translation = reportPendingCall(state, null);
  const event: EventBody = {
    ...{ type: "permission_request", requestId: ask.askId, toolName: "tool", input: { title, request } },
    options: shownOptions(ask.options),
    ...defined({ description: title }),
    ...{ runId: run?.runId ?? "", agentId },
  };
  const asked = { state: translation.state, events: [...translation.events, event] };
  return { ...withStatus(asked, "waiting_permission"), ask };
}

/** Shown as a question, so that no rule and no mode answers it. */
function askChoice(
  translation: AcpTranslation,
  call: Call,
  choices: ReadonlyMap<string, string>,
  askId: string,
): AskTranslation {
  const { callId, runRef, title, toolName } = call;
  const options = [...choices.keys()].map((label) => ({ label }));
  const question = { question: `Allow this action: ${title ?? toolName}?`, header: toolName, options };
  const questions = [{ ...question, multiSelect: false }];
  const event: EventBody = { type: "ask_user", questionId: askId, callId, questions, ...runRef };
  const asked = { state: translation.state, events: [...translation.events, event] };
  return { ...withStatus(asked, "waiting_input"), ask: { kind: "question", askId, choices } };
}

function askQuestions(
  { state, events }: AcpTranslation,
  { callId, runRef }: Call,
  questions: readonly Question[],
  { askId, options }: Pick<Extract<PendingAsk, { options: unknown }>, "askId" | "options">,
): AskTranslation {
  const event: EventBody = {
    ...{ type: "ask_user", questionId: askId, callId, questions: [...questions] },
    ...runRef,
  };
  const asked = withStatus({ state, events: [...events, event] }, "waiting_input");
  return { ...asked, ask: { kind: "question", askId, questions, options } };
}

/** A permission request without options is dismissed, and a notice reports it. */
function unanswerable(state: AcpState, askId: string): AskTranslation {
  const text = "The agent requested a permission without any options, so Polylog dismissed the request.";
  const event: EventBody = {
    ...{ type: "notice", level: "warning", code: "ask_dismissed", text, agentId: state.agentId },
  };
  const ask: PendingAsk = { kind: "question", askId, choices: new Map() };
  return { state, events: [event], ask, answered: dismissed };
}

/** Polylog's own tools need no permission. A name derived from a title must match the title of this request, too. */
function isOwnTool({ polylogTools, traits }: AcpState, toolName: string, asked: Native): boolean {
  const plain = plainToolName(toolName) ?? "";
  return polylogTools.has(plain) && (!traits.joinsToolNames || nameOf(asked.title) === plain);
}

/**
 * Polylog's options, unless the agent cannot be answered for a single call: then its own, which say what it
 * remembers.
 */
function shownOptions(options: readonly PermissionOption[]): PermissionOption[] {
  return answersOnce(options) ? [...permissionOptions] : [...options];
}

function answersOnce(options: readonly PermissionOption[]): boolean {
  return (
    options.some(({ kind }) => kind === "allow_once") && options.some(({ kind }) => kind === "reject_once")
  );
}

/** The agent's option for the person's choice, for this call only if possible. */
function agentsOption(
  options: readonly PermissionOption[],
  chosen: PermissionOption | null,
): PermissionOption | null {
  if (chosen === null || !answersOnce(options))
    return options.find(({ optionId }) => optionId === chosen?.optionId) ?? null;
  const once = chosen.kind.startsWith("allow") ? "allow_once" : "reject_once";
  return options.find(({ kind }) => kind === once) ?? null;
}

/** The call as the request describes it. Some agents send a diff instead of the input; a known input is kept. */
function known(state: AcpState, update: Native, nativeId: string, sessionId: string | null): AcpTranslation {
  const before = state.run?.calls.get(nativeId);
  const hasInput = before !== undefined && !isEmpty(before.input);
  const { status: _, rawInput, content, ...rest } = update;
  const patch = {
    ...rest,
    ...(hasInput ? {} : { rawInput }),
    content: (before?.kind ?? rest.kind) === "switch_mode" ? content : withoutRemarks(content),
    sessionUpdate: ASKED,
  };
  const child = sessionId !== null && state.run?.children.has(sessionId) === true ? sessionId : null;
  const { runRef, ...translation } = runRefFor(
    state,
    before === undefined ? (child ?? parentOf(update)) : null,
  );
  const called = andThen(
    translation,
    (next) => translateCall(next, patch, before?.runRef ?? runRef) ?? translation,
  );
  return andThen(called, (next) => reportPendingCall(next, null));
}

/** Keeps the changes only: the text next to them is for the person, and is not output of the call. */
function withoutRemarks(content: unknown): readonly Native[] {
  return recordsOf(content).filter(({ type }) => type === "diff");
}

/** The input that will be executed if the call is allowed. */
function inputOf({ input, title }: Call, update: Native): unknown {
  return isEmpty(input) ? { ...defined({ title }), ...recordOf(update.rawInput) } : input;
}

function permissionEvent(
  call: Call,
  input: unknown,
  requestId: string,
  options: PermissionOption[],
): EventBody {
  const { callId, title, runRef, toolName } = call;
  return {
    ...{ type: "permission_request", requestId, callId, toolName, input, options },
    ...defined({ description: title }),
    ...runRef,
  };
}

/** The plan that a call presents: the call switches the mode and contains a plan. */
function planOf({ kind, input, shownText, toolName }: Call, { kind: asked, content }: Native): string | null {
  if (kind === "other" && toolName === "ExitPlanMode") return planInWords(content);
  if (kind !== "switch_mode" && asked !== "switch_mode") return null;
  return nameOf(recordOf(input).plan) ?? shownText;
}

/** Kimi Code sends the plan and its file name before the sentence that requests approval. */
function planInWords(content: unknown): string | null {
  const [plan, ...rest] = recordsOf(content).flatMap((part) => textOf(recordOf(part.content).text) ?? []);
  return rest.length === 0 ? null : nameOf(plan?.replace(/^Plan saved to: .*\n\n/, ""));
}

function planEvent({ callId, runRef }: Call, text: string, planId: string): EventBody {
  return { type: "plan_update", planId, entries: [], text, awaitsApproval: true, callId, ...runRef };
}

/** A form to fill in. Null if no run could have sent it, or if it is not a form. */
export function askForm(state: AcpState, params: Native, askId: string): AskTranslation | null {
  const { run, agentId } = state;
  const form = readForm(params);
  if (run === null || run.isCancelling || form === null) return null;
  const call = run.calls.get(nameOf(params.toolCallId) ?? "");
  const runRef = call?.runRef ?? { runId: run.runId, agentId };
  const translation = reportPendingCall(state, null);
  const event = formEvent(form, askId, call?.callId ?? null, runRef);
  const asked = { state: translation.state, events: [...translation.events, event] };
  return { ...withStatus(asked, "waiting_input"), ask: { kind: "question", askId, form } };
}

export interface AnswerTranslation extends AcpTranslation {
  /** The response to the agent's request. */
  readonly result: Native;
  /** The person's reason for a denial, for which the protocol has no field. */
  readonly note: string | null;
}

export function answerTo(state: AcpState, ask: PendingAsk, answer: AskAnswer): AnswerTranslation {
  if (ask.kind === "question") {
    const answers = answer.kind === "question" ? answer.answers : null;
    if ("choices" in ask) return answerChoice(state, ask.choices, answers);
    if ("questions" in ask) return answerQuestions(state, ask.questions, ask.options, answers);
    return { ...noEvents(state), result: formAnswer(ask.form, answers), note: null };
  }
  if (answer.kind === "plan") return answerPlan(state, ask.nativeId, ask.options, answer);
  const given = answer.kind === "permission" ? answer.option : null;
  const option = agentsOption(ask.options, given);
  const isAllowed = option?.kind.startsWith("allow") === true;
  return {
    ...(isAllowed ? noEvents(state) : denied(state, ask.nativeId, given !== null)),
    result: selected(option ?? refusal(ask.options)),
    note: isAllowed || answer.kind !== "permission" ? null : noteOf(answer.note),
  };
}

/** Some agents report nothing more about a denied call. If the ask was not answered, they end the call themselves. */
function denied(state: AcpState, nativeId: string, isAnswered: boolean): AcpTranslation {
  return isAnswered ? endDenied(state, nativeId) : noEvents(withRefusal(state, nativeId));
}

/** Free text matches no option, so it is sent to the agent as a message and nothing is selected. */
function answerChoice(
  state: AcpState,
  choices: ReadonlyMap<string, string>,
  answers: readonly QuestionAnswer[] | null,
): AnswerTranslation {
  const said = [answers?.[0]?.answer ?? ""].flat().join(", ");
  const optionId = choices.get(said);
  return optionId === undefined
    ? { ...noEvents(state), result: dismissed, note: noteOf(said) }
    : { ...noEvents(state), result: { outcome: { outcome: "selected", optionId } }, note: null };
}

function answerQuestions(
  state: AcpState,
  questions: readonly Question[],
  options: readonly PermissionOption[],
  answers: readonly QuestionAnswer[] | null,
): AnswerTranslation {
  if (answers === null) return { ...noEvents(state), result: selected(refusal(options)), note: null };
  const submit = options.find(isAllowing) ?? null;
  return {
    ...noEvents(state),
    result: { ...selected(submit), answers: answersOf(questions, answers) },
    note: null,
  };
}

function answerPlan(
  state: AcpState,
  nativeId: string,
  options: readonly PermissionOption[],
  { decision, plan, note: reason }: Extract<AskAnswer, { kind: "plan" }>,
): AnswerTranslation {
  if (decision === "approve") {
    // The narrowest approval, so that later steps are asked for. Qwen Code also offers its previous mode, which may
    // not ask.
    const once = options.filter(({ kind }) => kind === "allow_once");
    const asking = once.find(({ optionId }) => optionId !== "restore_previous");
    const option = asking ?? once[0] ?? options.find(isAllowing) ?? null;
    return { ...noEvents(state), result: selected(option), note: null };
  }
  const changed = decision === "edit" ? noteOf(plan) : null;
  const note =
    changed === null ? noteOf(reason ?? null) : `The plan was changed. Continue with this one:\n\n${changed}`;
  return { ...noEvents(withRefusal(state, nativeId)), result: selected(refusal(options)), note };
}

function isAllowing({ kind }: PermissionOption): boolean {
  return kind.startsWith("allow");
}

/** By kind, because agents name and order their options differently. */
function refusal(options: readonly PermissionOption[]): PermissionOption | null {
  return (
    options.find(({ kind }) => kind === "reject_once") ??
    options.find(({ kind }) => kind === "reject_always") ??
    null
  );
}

function selected(option: PermissionOption | null): Native {
  return option === null ? dismissed : { outcome: { outcome: "selected", optionId: option.optionId } };
}

function noteOf(note: string | null): string | null {
  return nameOf(textOf(note)?.trim());
}
