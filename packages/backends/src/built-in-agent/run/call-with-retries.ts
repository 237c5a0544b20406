import { defined, type EventBody } from "@polylog/core";
import { type CallNames, safeToolName } from "../history/safe-names.ts";
import { callModel } from "../model/call-model.ts";
import { loadModel, providerOptionsOf } from "../model/load-model.ts";
import { type ModelFailure, readFailure } from "../model/model-failure.ts";
import { definitionOf, promptOf } from "../model/request-messages.ts";
import type { ResponseReader } from "../model/response-reader.ts";
import { retryDelay } from "../model/retry-backoff.ts";
import type { AssistantPart, CallOptions, ModelMessage } from "../model/types.ts";
import { usageOf } from "../model/usage.ts";
import type { ModelChoice } from "../options.ts";
import type { WaitingRun } from "../resume/waiting-run.ts";
import type { AgentTool } from "../tools/tool.ts";
import type { ModelFallback } from "./model-fallback.ts";
import { orAborted } from "./or-aborted.ts";
import { RunFailure } from "./run-failure.ts";
import type { RunScope } from "./run-scope.ts";

export interface ModelRequest {
  readonly system: string;
  /** Partial responses are appended. */
  readonly messages: ModelMessage[];
  readonly tools: readonly AgentTool[];
  readonly fallback: ModelFallback;
  readonly names: CallNames;
  /** Emits no text of the response. */
  readonly quiet?: boolean | undefined;
  /** Shortens the messages. Returns false if it cannot. */
  readonly makeRoom?: (() => Promise<boolean>) | undefined;
}

/**
 * Returns a complete response after as many retries and from as many models as the settings allow, or throws
 * `RunFailure`.
 */
export async function callWithRetries(scope: RunScope, request: ModelRequest): Promise<ResponseReader> {
  const { agent, signal } = scope;
  const most = agent.options.max_retries;
  let hasMadeRoom = false;
  for (let attempt = 1; ; attempt++) {
    const choice = request.fallback.current;
    const { response, failure } = await callOnce(scope, request, choice);
    if (failure === null) {
      if (!request.quiet)
        await settleCalls(scope, response.unfinished, "The model did not complete the call.");
      return response;
    }
    if (!request.quiet) await keepPartial(scope, request, response);
    if (failure.code === "context_overflow" && !hasMadeRoom && (await request.makeRoom?.())) {
      hasMadeRoom = true;
      continue;
    }
    const delayMs = retryDelay(failure, attempt, most, agent.runtime.random);
    if (delayMs !== null) {
      const { message } = failure;
      await scope.emit({ type: "api_retry", attempt, maxAttempts: most, delayMs, message, ...scope.runRef });
      await agent.runtime.sleep(delayMs, signal);
      signal.throwIfAborted();
      continue;
    }
    const next = request.fallback.fallBack();
    if (next === null) throw new RunFailure(failure);
    const names = { preferred: choice.model, actual: next.model };
    await scope.emit({ type: "model_fallback", ...names, reason: failure.message, ...scope.runRef });
    dropThoughts(request.messages);
    attempt = 0;
  }
}

async function callOnce(
  scope: RunScope,
  { system, messages, tools, names, quiet = false }: ModelRequest,
  choice: ModelChoice,
): Promise<{ response: ResponseReader; failure: ModelFailure | null }> {
  const { agent, signal, runRef } = scope;
  const { options: settings, runtime } = agent;
  await scope.status("model_loading", { detail: choice.model });
  const options: CallOptions = {
    prompt: promptOf(system, messages),
    ...providerOptionsOf(choice),
    ...(tools.length === 0 ? {} : { tools: tools.map(definitionOf) }),
    ...defined({
      maxOutputTokens: settings.max_output_tokens,
      temperature: settings.temperature,
      reasoning: settings.reasoning,
    }),
  };
  const emit = quiet ? async () => undefined : emitWithStatus(scope);
  const model = await orAborted(loadModel(choice), signal);
  const responseId = runtime.newId();
  const { response, error } = await callModel({
    model,
    options,
    signal,
    idleMs: settings.idle_timeout_ms,
    after: runtime.after,
    responseId,
    runRef,
    nameCall: (given) => names.take(given),
    onBegin: () => scope.status("thinking"),
    emit,
  });
  for (const event of response.close()) await emit(event);
  const used = usageOf(response.finish?.usage ?? null, choice, settings.prices);
  if (used !== null) {
    scope.used.push(used);
    // A failed request is reported by its retry or by the end of the run.
    await scope.emit({ type: "usage", ...used, ...(error === null ? { responseId } : {}), ...runRef });
  }
  return { response, failure: error === null ? null : readFailure(error.value, choice, runtime.now()) };
}

/** Reports the run's status when the model starts to write a call. */
function emitWithStatus(scope: RunScope): (event: EventBody) => Promise<void> {
  return (event) => {
    if (event.type !== "tool_call_start") return scope.emit(event);
    return scope.status("calling_tool", { toolName: event.toolName }).then(() => scope.emit(event));
  };
}

/** Keeps a partial response that was shown, and tells the model where it was cut off. */
async function keepPartial(
  scope: RunScope,
  { messages }: ModelRequest,
  response: ResponseReader,
): Promise<void> {
  const calls = [...response.parts.filter((part) => part.type === "call"), ...response.unfinished];
  await settleCalls(scope, calls, "The response was interrupted before the tool could start.");
  const texts = response.parts.flatMap((part) =>
    part.type === "text" && part.text.trim() !== "" ? [part.text] : [],
  );
  if (texts.length === 0) return;
  messages.push(
    { role: "assistant", content: texts.map((text) => ({ type: "text", text })) },
    {
      role: "user",
      content: [
        {
          type: "text",
          text: "[The connection was lost in the middle of your response. Continue exactly where it ends.]",
        },
      ],
    },
  );
}

/** Gives each announced call that will not run a result. */
async function settleCalls(
  scope: RunScope,
  calls: readonly { readonly callId: string; readonly toolName: string }[],
  message: string,
): Promise<void> {
  for (const { callId, toolName } of calls) {
    const error = { code: "tool_interrupted", message };
    await scope.emit({ type: "tool_result", callId, toolName, ok: false, error, ...scope.runRef });
  }
}

/** Removes thoughts, which can only be returned to the model that had them. */
function dropThoughts(messages: ModelMessage[]): void {
  for (const [index, message] of messages.entries()) {
    if (message.role !== "assistant") continue;
    const content = message.content.flatMap((part): AssistantPart[] => {
      if (part.type === "reasoning") return [];
      const { providerOptions: _, ...bare } = part;
      return [bare];
    });
    messages[index] = { role: "assistant", content };
  }
}

/** The response as the next call sends it back, with the metadata that its provider expects. */
export function assistantMessage(
  response: ResponseReader,
  inputs: ReadonlyMap<string, object>,
): ModelMessage | null {
  const content = response.parts.flatMap((part): AssistantPart[] => {
    const more = part.metadata === undefined ? {} : { providerOptions: part.metadata };
    if (part.type === "call") {
      const { callId: toolCallId } = part;
      const input = inputs.get(toolCallId) ?? {};
      return [{ type: "tool-call", toolCallId, toolName: safeToolName(part.toolName), input, ...more }];
    }
    if (part.type === "text")
      return part.text.trim() === "" ? [] : [{ type: "text", text: part.text, ...more }];
    return part.text === "" && part.metadata === undefined
      ? []
      : [{ type: "reasoning", text: part.text, ...more }];
  });
  return content.some(({ type }) => type !== "reasoning") ? { role: "assistant", content } : null;
}

/** The same for a response that is only in the log. */
export function responseSoFar(
  { entries, run, responseId, calls }: WaitingRun,
  inputs: ReadonlyMap<string, object>,
): ModelMessage {
  const texts = entries.flatMap((entry): AssistantPart[] => {
    if (entry.kind !== "message" || entry.role !== "assistant") return [];
    const isOf = entry.runId === run.runId && entry.responseId === responseId;
    const text = entry.body.toString();
    return isOf && text.trim() !== "" ? [{ type: "text", text }] : [];
  });
  const called = calls.map(
    ({ callId: toolCallId, rawName }): AssistantPart => ({
      ...{ type: "tool-call", toolCallId, toolName: safeToolName(rawName) },
      input: inputs.get(toolCallId) ?? {},
    }),
  );
  return { role: "assistant", content: [...texts, ...called] };
}
