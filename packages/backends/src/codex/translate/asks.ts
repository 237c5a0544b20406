import type { AskAnswer, EventBody, PermissionOption } from "@polylog/core";
import { defined, permissionOptions } from "@polylog/core";
import { type Native, nameOf, recordOf, recordsOf, textOf, textsOf } from "../../connection/native-value.ts";
import type { RunRef } from "../../connection/translation.ts";
import { commandInput, mcpToolName } from "./call-items.ts";
import { type CodexState, runRefOf, type Thread } from "./state.ts";

/** Codex's requests for a person's decision. */

export interface PendingAsk {
  readonly askId: string;
  readonly kind: AskAnswer["kind"];
  readonly runId: string;
  /** The program's ID for its request; null for a plan, with which it ends its turn. */
  readonly rpcId: number | string | null;
  readonly method: string;
  readonly params: Native;
}

export interface AskTranslation {
  readonly ask: PendingAsk;
  readonly event: EventBody;
}

/** Null if no person can be asked, or if a person cannot answer the request. */
export function readAsk(
  state: CodexState,
  rpcId: number | string,
  method: string,
  params: Native,
): AskTranslation | null {
  const thread = state.threads.get(nameOf(params.threadId) ?? "");
  const runRef = thread === undefined ? null : runRefOf(state, thread);
  if (thread === undefined || runRef === null || !Object.hasOwn(readers, method)) return null;
  const askId = `${nameOf(params.turnId) ?? thread.run?.turnId ?? thread.threadId}/${rpcId}`;
  const call = openCall(thread, params);
  const callId = call === null ? {} : { callId: call.callId };
  const read = (readers[method] as Reader)(params, { askId, call, about: { ...callId, ...runRef } });
  const ask = {
    askId,
    runId: runRef.runId,
    rpcId,
    method,
    params,
    kind: read.kind,
  };
  return { ask, event: read.event };
}

/** The call that the request is about: by its ID, or, for a request of an MCP server, the last call of its tools. */
function openCall({ items }: Thread, { itemId, serverName }: Native) {
  const calls = [...items].flatMap(([callId, item]) =>
    item.kind === "call" ? [{ callId, toolName: item.toolName, input: item.input }] : [],
  );
  const server = `mcp__${nameOf(serverName) ?? ""}__`;
  return calls.findLast((call) => call.callId === itemId || call.toolName.startsWith(server)) ?? null;
}

interface AskContext {
  readonly askId: string;
  /** The call that the request is about, if it is known. */
  readonly call: { readonly toolName: string; readonly input: unknown } | null;
  readonly about: RunRef & { readonly callId?: string };
}

type Reader = (
  params: Native,
  asked: AskContext,
) => { readonly kind: AskAnswer["kind"]; readonly event: EventBody };

const readers: Readonly<Record<string, Reader>> = {
  "item/commandExecution/requestApproval": (params, asked) => {
    const network = nameOf(recordOf(params.networkApprovalContext).host);
    const input = network === null ? commandInput(params) : { ...commandInput(params), host: network };
    return permission(asked, "shell", input, params);
  },
  "item/fileChange/requestApproval": (params, asked) => {
    const root = nameOf(params.grantRoot);
    // The request only names the call. The approval covers the patch that the call announced.
    const input = { ...recordOf(asked.call?.input), ...defined({ grantRoot: root }) };
    return permission(asked, "apply_patch", input, params);
  },
  "item/permissions/requestApproval": (params, asked) =>
    permission(asked, "request_permissions", recordOf(params.permissions), params),
  "mcpServer/elicitation/request": (params, asked) => {
    const message = nameOf(params.message) ?? "";
    const fields = Object.entries(recordOf(recordOf(params.requestedSchema).properties));
    if (fields.length === 0) {
      const { tool_params: input } = recordOf(params._meta);
      const toolName = asked.call?.toolName ?? mcpToolName(params.serverName, "request");
      return permission(asked, toolName, recordOf(input), { reason: message });
    }
    const questions = fields.map(([name, value]) => {
      const field = recordOf(value);
      const words = nameOf(field.description) ?? nameOf(field.title) ?? name;
      const options = textsOf(field.enum).map((label) => ({ label }));
      return { question: words, header: message.slice(0, 200), options };
    });
    return {
      kind: "question",
      event: { type: "ask_user", questionId: asked.askId, questions, ...asked.about },
    };
  },
  "item/tool/requestUserInput": (params, asked) => {
    const questions = recordsOf(params.questions).map((value) => {
      const header = nameOf(value.header);
      const options = recordsOf(value.options).map((option) => {
        const description = nameOf(option.description);
        return { label: textOf(option.label) ?? "", ...defined({ description }) };
      });
      return { question: textOf(value.question) ?? "", ...defined({ header }), options };
    });
    return {
      kind: "question",
      event: { type: "ask_user", questionId: asked.askId, questions, ...asked.about },
    };
  },
};

/** Codex's own way to deny a call and end its turn. */
const stop: PermissionOption = { optionId: "reject_stop", kind: "reject_once", name: "Reject and stop" };

function permission(
  { askId, about }: AskContext,
  toolName: string,
  input: unknown,
  { reason }: Native,
): ReturnType<Reader> {
  const description = nameOf(reason);
  const event: EventBody = {
    type: "permission_request",
    requestId: askId,
    toolName,
    ...defined({ description }),
    input,
    options: [...permissionOptions, stop],
    ...about,
  };
  return { kind: "permission", event };
}

/** The answer in the program's format. */
export function answerTo(ask: PendingAsk, answer: AskAnswer): Native {
  if (answer.kind === "question") return answersTo(ask, answer);
  const chosen = answer.kind === "permission" ? answer.option : null;
  const isYes = chosen?.kind.startsWith("allow") ?? false;
  const decision = isYes ? "accept" : chosen?.optionId === stop.optionId ? "cancel" : "decline";
  switch (ask.method) {
    case "mcpServer/elicitation/request":
      return { action: decision, content: isYes ? {} : null, _meta: null };
    case "item/permissions/requestApproval":
      return { permissions: isYes ? recordOf(ask.params.permissions) : {}, scope: "turn" };
    default:
      return { decision };
  }
}

function answersTo(ask: PendingAsk, { answers }: Extract<AskAnswer, { kind: "question" }>): Native {
  const given = (question: string, index: number): string[] =>
    [answers?.find((one) => one.question === question) ?? answers?.[index]].flatMap(
      (one) => one?.answer ?? [],
    );
  if (ask.method === "mcpServer/elicitation/request") {
    if (answers === null) return { action: "cancel", content: null, _meta: null };
    const fields = Object.entries(recordOf(recordOf(ask.params.requestedSchema).properties));
    const content = fields.map(([name, value], index) => {
      const field = recordOf(value);
      const text = given(nameOf(field.description) ?? nameOf(field.title) ?? name, index).join(", ");
      return [name, valueFor(field.type, text)] as const;
    });
    return { action: "accept", content: Object.fromEntries(content), _meta: null };
  }
  const said = recordsOf(ask.params.questions).map((question, index) => [
    nameOf(question.id) ?? String(index),
    { answers: given(textOf(question.question) ?? "", index) },
  ]);
  return { answers: Object.fromEntries(said) };
}

/** A form's fields have types, but a person answers in text. */
function valueFor(type: unknown, text: string): string | number | boolean {
  if (type === "boolean") return /^(?:yes|true|y|1|on)$/i.test(text.trim());
  const value = Number(text);
  return (type === "number" || type === "integer") && text.trim() !== "" && Number.isFinite(value)
    ? value
    : text;
}

/** Whether the answer ends the run: a denial that also stops it. */
export function stopsRun(answer: AskAnswer): boolean {
  return answer.kind === "permission" && answer.option?.optionId === stop.optionId;
}
