import type { AskAnswer, EventBody, PermissionOption } from "@polylog/core";
import type { Native } from "../connection/native-value.ts";
import { nameOf, recordOf, recordsOf, textOf, textsOf } from "../connection/native-value.ts";
import { commandInput, mcpToolName } from "./call-items.ts";
import { variantOf } from "./native.ts";
import type { CodexState, Speaker, Thread } from "./state.ts";
import { speakerOf } from "./state.ts";

/** What the program wants a person to decide. */

export interface PendingAsk {
  readonly askId: string;
  readonly kind: AskAnswer["kind"];
  readonly runId: string;
  /** The program's own number for its request; null for a plan, which it ends its turn with. */
  readonly rpcId: number | string | null;
  readonly method: string;
  readonly params: Native;
  /** By option: the program's word for it. */
  readonly decisions: Readonly<Record<string, unknown>>;
}

export interface AskTold {
  readonly ask: PendingAsk;
  readonly event: EventBody;
}

/** Null where nobody is there to be asked, or it is no question for a person. */
export function readAsk(
  state: CodexState,
  rpcId: number | string,
  method: string,
  params: Native,
): AskTold | null {
  const thread = state.threads.get(nameOf(params.threadId) ?? "");
  const speaker = thread === undefined ? null : speakerOf(state, thread);
  if (thread === undefined || speaker === null || !Object.hasOwn(readers, method)) return null;
  const askId = `${nameOf(params.turnId) ?? thread.run?.turnId ?? thread.threadId}/${rpcId}`;
  const call = openCall(thread, params);
  const callId = call === null ? {} : { callId: call.callId };
  const toolName = call?.toolName ?? null;
  const read = (readers[method] as Reader)(params, { askId, toolName, about: { ...callId, ...speaker } });
  const ask = {
    askId,
    runId: speaker.runId,
    rpcId,
    method,
    params,
    kind: read.kind,
    decisions: read.decisions ?? {},
  };
  return { ask, event: read.event };
}

/** The call that is asked about: by its id, or, where an MCP server asks, the last one of its tools. */
function openCall({ items }: Thread, { itemId, serverName }: Native) {
  const calls = [...items].flatMap(([callId, item]) =>
    item.kind === "call" ? [{ callId, toolName: item.toolName }] : [],
  );
  const server = `mcp__${nameOf(serverName) ?? ""}__`;
  return calls.findLast((call) => call.callId === itemId || call.toolName.startsWith(server)) ?? null;
}

interface Asked {
  readonly askId: string;
  /** Of the call that is asked about, if there is one. */
  readonly toolName: string | null;
  readonly about: Speaker & { readonly callId?: string };
}

type Reader = (
  params: Native,
  asked: Asked,
) => { readonly kind: AskAnswer["kind"]; readonly event: EventBody; readonly decisions?: Native };

const readers: Readonly<Record<string, Reader>> = {
  "item/commandExecution/requestApproval": (params, asked) => {
    const network = nameOf(recordOf(params.networkApprovalContext).host);
    const input = network === null ? commandInput(params) : { ...commandInput(params), host: network };
    return permission(asked, "shell", input, params, commandChoices(params));
  },
  "item/fileChange/requestApproval": (params, asked) => {
    const root = nameOf(params.grantRoot);
    return permission(asked, "apply_patch", root === null ? {} : { grantRoot: root }, params, [
      ["allow_session", "Allow changes of these files in this session", "allow_session", "acceptForSession"],
    ]);
  },
  "item/permissions/requestApproval": (params, asked) =>
    permission(asked, "request_permissions", recordOf(params.permissions), params, [
      ["allow_session", "Allow in this session", "allow_session", "session"],
    ]),
  "mcpServer/elicitation/request": (params, asked) => {
    const message = nameOf(params.message) ?? "";
    const fields = Object.entries(recordOf(recordOf(params.requestedSchema).properties));
    if (fields.length === 0) {
      const { tool_params: input, persist } = recordOf(params._meta);
      const toolName = asked.toolName ?? mcpToolName(params.serverName, "request");
      return permission(asked, toolName, recordOf(input), { reason: message }, persistChoices(persist));
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
        return { label: textOf(option.label) ?? "", ...(description === null ? {} : { description }) };
      });
      return { question: textOf(value.question) ?? "", ...(header === null ? {} : { header }), options };
    });
    return {
      kind: "question",
      event: { type: "ask_user", questionId: asked.askId, questions, ...asked.about },
    };
  },
};

type Choice = readonly [optionId: string, name: string, kind: PermissionOption["kind"], decision: unknown];

function permission(
  { askId, about }: Asked,
  toolName: string,
  input: unknown,
  { reason }: Native,
  more: readonly Choice[],
): ReturnType<Reader> {
  const choices: readonly Choice[] = [
    ["allow_once", "Allow", "allow_once", "accept"],
    ...more,
    ["reject_once", "Deny", "reject_once", "decline"],
    ["reject_stop", "Deny and stop", "reject_once", "cancel"],
  ];
  const description = nameOf(reason);
  const event: EventBody = {
    type: "permission_request",
    requestId: askId,
    toolName,
    ...(description === null ? {} : { description }),
    input,
    options: choices.map(([optionId, name, kind]) => ({ optionId, name, kind })),
    ...about,
  };
  const decisions = Object.fromEntries(choices.map(([optionId, , , decision]) => [optionId, decision]));
  return { kind: "permission", event, decisions };
}

/** How long an MCP server's tool can be allowed for. */
function persistChoices(persist: unknown): Choice[] {
  const offered = textsOf(persist);
  const session: Choice = ["allow_session", "Allow in this session", "allow_session", "session"];
  const name = "Always allow this tool (Codex keeps this for all its sessions)";
  const always: Choice = ["allow_always", name, "allow_always", "always"];
  return [...(offered.includes("session") ? [session] : []), ...(offered.includes("always") ? [always] : [])];
}

/** For this session the program always takes a yes; rules that outlive it are its own suggestions. */
function commandChoices(params: Native): Choice[] {
  const choices: Choice[] = [["allow_session", "Allow in this session", "allow_session", "acceptForSession"]];
  const offered = Array.isArray(params.availableDecisions) ? params.availableDecisions : [];
  for (const decision of offered) {
    const variant = variantOf(decision);
    if (variant === "acceptWithExecpolicyAmendment") {
      const amendment = recordOf(recordOf(decision).acceptWithExecpolicyAmendment).execpolicy_amendment;
      const rule = textsOf(amendment).join(" ");
      const name = `Always allow ${rule} (Codex keeps this for all its sessions)`;
      choices.push(["allow_always", name, "allow_always", decision]);
    } else if (variant === "applyNetworkPolicyAmendment") {
      const amendment = recordOf(recordOf(decision).applyNetworkPolicyAmendment).network_policy_amendment;
      const { host, action } = recordOf(amendment);
      const allows = action === "allow";
      const name = `Always ${allows ? "allow" : "deny"} ${nameOf(host) ?? "this host"} (Codex keeps this)`;
      const kind = allows ? "allow_always" : "reject_always";
      choices.push([`${kind}_host`, name, kind, decision]);
    }
  }
  return choices;
}

/** The answer in the program's words. */
export function answerTo(ask: PendingAsk, answer: AskAnswer): Native {
  if (answer.kind === "question") return answersTo(ask, answer);
  const chosen = answer.kind === "permission" ? answer.option : null;
  const decision = chosen === null ? "decline" : (ask.decisions[chosen.optionId] ?? "decline");
  const isYes = chosen?.kind.startsWith("allow") ?? false;
  switch (ask.method) {
    case "mcpServer/elicitation/request": {
      const _meta = decision === "session" || decision === "always" ? { persist: decision } : null;
      return { action: isYes ? "accept" : decision, content: isYes ? {} : null, _meta };
    }
    case "item/permissions/requestApproval":
      return {
        permissions: isYes ? recordOf(ask.params.permissions) : {},
        scope: decision === "session" ? "session" : "turn",
      };
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

/** A form's fields have types; a person's answer is words. */
function valueFor(type: unknown, text: string): string | number | boolean {
  if (type === "boolean") return /^(?:yes|true|y|1|on)$/i.test(text.trim());
  const value = Number(text);
  return (type === "number" || type === "integer") && text.trim() !== "" && Number.isFinite(value)
    ? value
    : text;
}

/** Whether the answer ends the run: a no that also says stop. */
export function stopsRun(ask: PendingAsk, answer: AskAnswer): boolean {
  return answer.kind === "permission" && ask.decisions[answer.option?.optionId ?? ""] === "cancel";
}
