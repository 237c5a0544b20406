import type {
  AgentContext,
  CreateElicitationRequest,
  PermissionOption,
  RequestPermissionResponse,
} from "@agentclientprotocol/sdk";
import { type Client, ClientError } from "@polylog/client";
import {
  type AskDescription,
  type AskEntry,
  askedCall,
  askPlainText,
  askProject,
  type Conversation,
  callOfAsk,
  defined,
  describeAsk,
  exactText,
  type QuestionAnswer,
} from "@polylog/core";
import { type CallFields, callFields, textOf } from "./call-fields.ts";

export interface AskContext {
  readonly client: Client;
  readonly editor: AgentContext;
  readonly sessionId: string;
  /** Whether the editor can show forms. */
  readonly hasForms: boolean;
  readonly projectRoot: string;
  /** The current conversation. An ask may arrive before its call is complete. */
  conversation(): Conversation;
}

/**
 * Sends an ask to the editor. Other clients receive it at the same time, and the first answer counts: `settled` withdraws the
 * editor's dialog when another client answers.
 */
export async function askEditor(place: AskContext, entry: AskEntry, settled: AbortSignal): Promise<void> {
  try {
    if (entry.kind === "permission") await askPermission(place, entry, settled);
    else if (entry.kind === "plan") await askPlan(place, entry, settled);
    else if (place.hasForms) await askForm(place, entry, settled);
    else await askByOptions(place, entry, settled);
  } catch (error) {
    // Another client answered, or the editor cannot show the ask and another client must.
    if (error instanceof ClientError && error.status !== 409 && error.status !== 410) throw error;
  }
}

type Permission = Extract<AskEntry, { kind: "permission" }>;

async function askPermission(place: AskContext, entry: Permission, settled: AbortSignal): Promise<void> {
  const description = describe(place, entry);
  const call = askedCall(entry, place.conversation());
  const options = description.choices.map(({ option, label }) => ({
    optionId: option.optionId,
    name: label,
    kind: editorKind(option.kind),
  }));
  const about = {
    ...callFields(call, place.projectRoot),
    ...{ options, title: description.title, rawInput: entry.input ?? call.input },
  };
  const optionId = await select(place, entry, withText(about, description), settled);
  if (optionId !== null) await place.client.asks.answer(entry, { optionId });
}

function describe({ conversation, projectRoot }: AskContext, entry: AskEntry): AskDescription {
  return describeAsk(entry, { conversation: conversation(), project: askProject(projectRoot) });
}

/** The full request and the scope of each lasting answer, shown below the editor's diff. */
function withText(about: About, description: AskDescription): About {
  const lasting = description.choices.flatMap(({ label, covers: [narrowest] }) =>
    narrowest === undefined ? [] : [`${label}: ${narrowest.text}`],
  );
  const text = [askPlainText(description), ...lasting].join("\n");
  return { ...about, content: [...(about.content ?? []), ...textOf(text)] };
}

/** Editors have four kinds of options. Permission for a session or a project maps to a lasting one. */
function editorKind(kind: Permission["options"][number]["kind"]): PermissionOption["kind"] {
  return kind === "allow_session" || kind === "allow_project" ? "allow_always" : kind;
}

async function askPlan(
  place: AskContext,
  entry: Extract<AskEntry, { kind: "plan" }>,
  settled: AbortSignal,
): Promise<void> {
  const description = describe(place, entry);
  const plan = description.objects.map(({ text }) => text).join("\n");
  const options: PermissionOption[] = [
    { optionId: "approve", name: "Approve plan", kind: "allow_once" },
    { optionId: "reject", name: "Reject plan", kind: "reject_once" },
  ];
  const about = { options, title: description.title, kind: "switch_mode" as const, rawInput: { plan } };
  const decision = await select(place, entry, withText(about, description), settled);
  if (decision !== null)
    await place.client.asks.answer(entry, { decision: decision === "approve" ? "approve" : "reject" });
}

type QuestionEntry = Extract<AskEntry, { kind: "question" }>;

async function askForm(
  { client, editor, sessionId }: AskContext,
  entry: QuestionEntry,
  settled: AbortSignal,
): Promise<void> {
  const properties = Object.fromEntries(
    entry.questions.map(({ question, header, options, multiSelect }, index) => {
      const choices = options.map(({ label, description }) => ({
        const: label,
        title: label,
        ...defined({ description }),
      }));
      const named = { title: header ?? question, description: question };
      if (choices.length === 0) return [`question_${index}`, { type: "string", ...named }];
      return multiSelect === true
        ? [`question_${index}`, { type: "array", items: { anyOf: choices }, ...named }]
        : [`question_${index}`, { type: "string", oneOf: choices, ...named }];
    }),
  );
  const request = {
    ...{ mode: "form", sessionId, message: entry.questions.map(({ question }) => question).join("\n") },
    requestedSchema: { type: "object", properties },
  } as CreateElicitationRequest;
  const reply = await editor.request("elicitation/create", request, until(settled));
  if (reply.action !== "accept") return;
  const content = (reply.content ?? {}) as Readonly<Record<string, unknown>>;
  const answers = entry.questions.map(({ question }, index): QuestionAnswer => {
    const given = content[`question_${index}`];
    return { question, answer: Array.isArray(given) ? given.map(String) : String(given ?? "") };
  });
  if (answers.every(({ answer }) => answer.length === 0)) return;
  await client.asks.answer(entry, { answers });
}

/** Without forms, an editor shows one question at a time as options. Free text needs another client. */
async function askByOptions(place: AskContext, entry: QuestionEntry, settled: AbortSignal): Promise<void> {
  const answers: QuestionAnswer[] = [];
  for (const { question, options } of entry.questions) {
    if (options.length === 0) return;
    const choices = options.map(({ label }) => ({
      optionId: label,
      name: exactText(label),
      kind: "allow_once" as const,
    }));
    const answer = await select(
      place,
      entry,
      { options: choices, title: exactText(question), rawInput: {} },
      settled,
    );
    if (answer === null) return;
    answers.push({ question, answer });
  }
  await place.client.asks.answer(entry, { answers });
}

interface About extends Partial<Omit<CallFields, "rawInput" | "status">> {
  readonly options: PermissionOption[];
  readonly title: string;
  readonly rawInput: unknown;
}

/** The chosen option, or null. */
async function select(
  place: AskContext,
  entry: AskEntry,
  about: About,
  settled: AbortSignal,
): Promise<string | null> {
  const call = callOfAsk(place.conversation(), entry);
  const { options, ...shown } = about;
  const toolCall = {
    toolCallId: call?.key ?? entry.askId,
    ...(call === null ? {} : callFields(call, place.projectRoot)),
    ...shown,
    status: "pending" as const,
  };
  const request = { sessionId: place.sessionId, toolCall, options };
  const { outcome } = await place.editor.request<RequestPermissionResponse>(
    "session/request_permission",
    request,
    until(settled),
  );
  return outcome.outcome === "selected" ? outcome.optionId : null;
}

function until(settled: AbortSignal) {
  return { cancellationSignal: settled, stopWaitingOnCancel: true };
}
