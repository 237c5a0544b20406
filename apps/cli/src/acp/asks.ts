import type {
  AgentContext,
  CreateElicitationRequest,
  PermissionOption,
  RequestPermissionResponse,
} from "@agentclientprotocol/sdk";
import { type Client, ClientError } from "@polylog/client";
import type { AskEntry, Conversation, QuestionAnswer, ToolCallEntry } from "@polylog/core";
import { callFields } from "./call-fields.ts";

export interface AskPlace {
  readonly client: Client;
  readonly editor: AgentContext;
  readonly sessionId: string;
  /** Whether the editor can show forms. */
  readonly hasForms: boolean;
  /** The call that an ask is about, if there is one. */
  callOf(entry: AskEntry): ToolCallEntry | null;
}

/**
 * Asks an editor what an agent asks. It is asked everywhere at the same time, and the first answer counts: `settled`
 * takes the question back here when it was answered elsewhere.
 */
export async function askEditor(place: AskPlace, entry: AskEntry, settled: AbortSignal): Promise<void> {
  try {
    if (entry.kind === "permission") await askPermission(place, entry, settled);
    else if (entry.kind === "plan") await askPlan(place, entry, settled);
    else if (place.hasForms) await askForm(place, entry, settled);
    else await askByOptions(place, entry, settled);
  } catch (error) {
    // It was answered elsewhere, or the editor cannot ask it: then it waits for another screen.
    if (error instanceof ClientError && error.status !== 409 && error.status !== 410) throw error;
  }
}

type Permission = Extract<AskEntry, { kind: "permission" }>;

async function askPermission(place: AskPlace, entry: Permission, settled: AbortSignal): Promise<void> {
  const options = entry.options.map(({ optionId, name, kind }) => ({
    optionId,
    name,
    kind: editorKind(kind),
  }));
  const optionId = await select(
    place,
    entry,
    { options, title: entry.description ?? entry.toolName, rawInput: entry.input },
    settled,
  );
  if (optionId !== null) await place.client.answerPermission(entry.askId, optionId);
}

/** Editors know four kinds of options; leave for a session or a project is one that lasts. */
function editorKind(kind: Permission["options"][number]["kind"]): PermissionOption["kind"] {
  return kind === "allow_session" || kind === "allow_project" ? "allow_always" : kind;
}

async function askPlan(
  place: AskPlace,
  entry: Extract<AskEntry, { kind: "plan" }>,
  settled: AbortSignal,
): Promise<void> {
  const text = entry.text ?? entry.items.map(({ content }) => `- ${content}`).join("\n");
  const options: PermissionOption[] = [
    { optionId: "approve", name: "Approve the plan", kind: "allow_once" },
    { optionId: "reject", name: "Reject the plan", kind: "reject_once" },
  ];
  const about = { options, title: "Plan", kind: "switch_mode" as const, rawInput: { plan: text } };
  const decision = await select(place, entry, about, settled);
  if (decision !== null)
    await place.client.answerPlan(entry.askId, decision === "approve" ? "approve" : "reject");
}

type QuestionEntry = Extract<AskEntry, { kind: "question" }>;

async function askForm(
  { client, editor, sessionId }: AskPlace,
  entry: QuestionEntry,
  settled: AbortSignal,
): Promise<void> {
  const properties = Object.fromEntries(
    entry.questions.map(({ question, header, options, multiSelect }, index) => {
      const choices = options.map(({ label, description }) => ({
        const: label,
        title: label,
        ...(description === undefined ? {} : { description }),
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
  await client.answerQuestion(entry.askId, answers);
}

/** An editor without forms is asked question by question, by the means that it has. Free words wait for other screens. */
async function askByOptions(place: AskPlace, entry: QuestionEntry, settled: AbortSignal): Promise<void> {
  const answers: QuestionAnswer[] = [];
  for (const { question, options } of entry.questions) {
    if (options.length === 0) return;
    const choices = options.map(({ label }) => ({
      optionId: label,
      name: label,
      kind: "allow_once" as const,
    }));
    const answer = await select(place, entry, { options: choices, title: question, rawInput: {} }, settled);
    if (answer === null) return;
    answers.push({ question, answer });
  }
  await place.client.answerQuestion(entry.askId, answers);
}

interface About {
  readonly options: PermissionOption[];
  readonly title: string;
  readonly kind?: "switch_mode";
  readonly rawInput: unknown;
}

/** The option that was chosen; null where none was. */
async function select(
  place: AskPlace,
  entry: AskEntry,
  about: About,
  settled: AbortSignal,
): Promise<string | null> {
  const call = place.callOf(entry);
  const { options, ...shown } = about;
  const toolCall = {
    toolCallId: call?.key ?? entry.askId,
    ...(call === null ? {} : callFields(call)),
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

/** The call that an ask is about. */
export function callOf(conversation: Conversation, entry: AskEntry): ToolCallEntry | null {
  if (entry.callId === null) return null;
  for (const { entries } of [conversation.main, ...conversation.lanes.slice()]) {
    const found = entries
      .slice()
      .findLast(
        (other) => other.kind === "tool_call" && other.callId === entry.callId && other.runId === entry.runId,
      );
    if (found?.kind === "tool_call") return found;
  }
  return null;
}
