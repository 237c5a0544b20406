import { defined, type EventBody, messageOf, type ToolCallEntry } from "@polylog/core";
import { imagePart, outputOf } from "../history/history.ts";
import { safeToolName } from "../history/safe-names.ts";
import { limits } from "../limits.ts";
import type { ToolRequest } from "../model/response-reader.ts";
import type { ModelMessage, ToolResultPart, UserPart } from "../model/types.ts";
import type { WaitingRun } from "../resume/waiting-run.ts";
import { type AgentTool, failed, type ToolOutcome } from "../tools/tool.ts";
import { orAborted } from "./or-aborted.ts";
import { checkPermission } from "./permission.ts";
import { type PreparedCall, prepareCall } from "./prepare-call.ts";
import type { RunScope } from "./run-scope.ts";

export interface ToolCallBatch {
  /** The input of each call as it is sent back to the model. */
  readonly inputs: ReadonlyMap<string, object>;
  /** The results and their images, for the next call. */
  readonly messages: ModelMessage[];
}

/** Runs the calls of one response: read-only calls in parallel, all others one by one. */
export async function runCalls(
  scope: RunScope,
  responseId: string,
  requests: readonly ToolRequest[],
  tools: readonly AgentTool[],
): Promise<ToolCallBatch> {
  const calls = requests.map((request) => prepareCall(request, tools));
  for (const { request, shown } of calls) {
    const { callId, toolName } = request;
    await scope.emit({
      type: "tool_call_start",
      callId,
      toolName,
      ...defined({ input: shown }),
      responseId,
      ...scope.runRef,
    });
  }
  const outcomes: ToolOutcome[] = [];
  for (const group of groupsOf(calls)) {
    const first = outcomes.length;
    outcomes.push(...(await Promise.all(group.map((call, at) => perform(scope, call, first + at)))));
  }
  return toBatch(calls, outcomes);
}

/**
 * Finishes a response that another process started. Waiting calls keep waiting, and the following ones run. A parallel
 * call may already be done and does not run again.
 */
export async function finishCalls(
  scope: RunScope,
  waiting: WaitingRun,
  tools: readonly AgentTool[],
): Promise<ToolCallBatch> {
  const logged = new Map(waiting.calls.map((entry) => [entry.callId, entry]));
  const calls = waiting.calls.map((entry) => prepareCall(requestOf(waiting, entry), tools));
  const waits = ({ request: { callId } }: PreparedCall) =>
    waiting.asks.has(callId) || waiting.children.has(callId);
  const outcomes: ToolOutcome[] = [];
  for (const group of groupsOf(calls)) {
    const first = outcomes.length;
    const wasBegun = group.some(waits);
    const finish = async (call: PreparedCall, at: number): Promise<ToolOutcome> => {
      const entry = logged.get(call.request.callId) as ToolCallEntry;
      if (!entry.live) return outcomeOf(entry);
      if (waits(call) || !(wasBegun || entry.inputCut !== null)) return perform(scope, call, first + at);
      await scope.emit(resultEvent(scope, call.request, unknownOutcome, 0));
      return unknownOutcome;
    };
    outcomes.push(...(await Promise.all(group.map(finish))));
  }
  return toBatch(calls, outcomes);
}

function toBatch(calls: readonly PreparedCall[], outcomes: readonly ToolOutcome[]): ToolCallBatch {
  return {
    inputs: new Map(calls.map(({ request, shown }) => [request.callId, shown ?? {}])),
    messages: messagesOf(calls, outcomes),
  };
}

/** A call as the model wrote it. An ask stores more of a long input than the call does, so its input is used. */
function requestOf({ asks }: WaitingRun, entry: ToolCallEntry): ToolRequest {
  const { callId, rawName: toolName, inputText } = entry;
  const ask = asks.get(callId);
  const input = ask?.kind === "permission" ? ask.input : entry.input;
  const text = input === null ? inputText.toString() : JSON.stringify(input);
  return { type: "call", callId, toolName, inputText: text, metadata: undefined };
}

function outcomeOf(entry: ToolCallEntry): ToolOutcome {
  const { type, value } = outputOf(entry);
  return { ok: type === "text", text: value, content: entry.content };
}

const unknownOutcome = failed(
  "tool_interrupted",
  "The server restarted before the result of this call was recorded. The call may have run: check before you repeat it.",
);

/** Tools that involve a person or end the run are run one at a time, although they change nothing. */
const alone = new Set(["AskUser", "ExitPlanMode", "finalize_task"]);

function isReadOnlyCall({ tool }: PreparedCall): boolean {
  return tool === null || ((tool.effect === "none" || tool.effect === "read") && !alone.has(tool.name));
}

function groupsOf(calls: readonly PreparedCall[]): PreparedCall[][] {
  const groups: PreparedCall[][] = [];
  for (const call of calls) {
    const last = groups.at(-1);
    if (last?.every(isReadOnlyCall) && isReadOnlyCall(call)) last.push(call);
    else groups.push([call]);
  }
  return groups;
}

async function perform(scope: RunScope, call: PreparedCall, index: number): Promise<ToolOutcome> {
  const { now } = scope.agent.runtime;
  let started = now();
  const run = async (): Promise<ToolOutcome> => {
    if (index >= limits.callsPerAnswer) {
      return failed(
        "too_many_calls",
        `A response may have at most ${limits.callsPerAnswer} calls. Repeat the rest.`,
      );
    }
    const { callId } = call.request;
    if (call.tool === null) {
      // Its tool no longer exists. The ask is still open, and its answer closes it.
      const open = scope.openAsk(callId);
      if (open !== null)
        await scope.agent.asks.ask(open.kind, open.askId, scope.signal, async () => undefined);
      return call.refused;
    }
    const { tool, input } = call;
    const refused = await checkPermission(scope, { callId, tool, input });
    if (refused !== null) return refused;
    started = now();
    await scope.status("working", { toolName: tool.name });
    return runTool(scope, callId, tool, input);
  };
  const outcome = await run();
  await scope.emit(resultEvent(scope, call.request, outcome, Math.max(0, Math.round(now() - started))));
  return outcome;
}

async function runTool(
  scope: RunScope,
  callId: string,
  tool: AgentTool,
  input: unknown,
): Promise<ToolOutcome> {
  const { agent, signal, read, tree, runRef } = scope;
  let offset = 0;
  const onOutput = async (delta: string, stream: "stdout" | "stderr"): Promise<void> => {
    if (delta === "" || signal.aborted) return;
    const at = offset;
    offset += delta.length;
    const event = {
      type: "tool_output_delta" as const,
      callId,
      toolName: tool.name,
      offset: at,
      delta,
      stream,
    };
    await agent.tracker.emit({ ...event, ...runRef });
  };
  const { project, shells, toolSettings: settings } = agent;
  const context = { callId, project, read, shells, settings, signal, onOutput };
  // An error in a tool fails the call, not the run.
  const work = (async () => tool.run(input, context))().catch((error: unknown) =>
    failed("tool_error", `${tool.name} failed: ${messageOf(error)}`),
  );
  return orAborted(tree.track(work), signal);
}

function resultEvent(
  scope: RunScope,
  call: ToolRequest,
  outcome: ToolOutcome,
  durationMs: number,
): EventBody {
  const { ok, text, code, content, exitCode, totalChars } = outcome;
  const { callId, toolName } = call;
  return {
    ...{ type: "tool_result", callId, toolName, ok, result: text },
    ...(ok ? {} : { error: { code: code ?? "tool_error", message: firstLine(text) } }),
    ...(content === undefined ? {} : { content: [...content] }),
    ...defined({ exitCode }),
    ...(totalChars === undefined ? {} : { truncated: { totalChars } }),
    durationMs,
    ...scope.runRef,
  };
}

function firstLine(text: string): string {
  return text.trim().split("\n", 1)[0]?.slice(0, limits.errorChars) || "The tool failed.";
}

/** Not every API accepts images in results, so they follow in a user message. */
function messagesOf(calls: readonly PreparedCall[], outcomes: readonly ToolOutcome[]): ModelMessage[] {
  const results: ToolResultPart[] = [];
  const images: UserPart[] = [];
  for (const [index, { request }] of calls.entries()) {
    const { ok, text, content = [] } = outcomes[index] as ToolOutcome;
    const toolName = safeToolName(request.toolName);
    const value = text.trim() === "" ? "(no output)" : text;
    const output = { type: ok ? ("text" as const) : ("error-text" as const), value };
    results.push({ type: "tool-result", toolCallId: request.callId, toolName, output });
    const shown = content.filter((part) => part.type === "image" && part.data !== undefined);
    if (shown.length > 0) images.push({ type: "text", text: `[Images from ${request.toolName}:]` });
    for (const part of shown) if (part.type === "image") images.push(imagePart(part));
  }
  const messages: ModelMessage[] = [{ role: "tool", content: results }];
  return images.length === 0 ? messages : [...messages, { role: "user", content: images }];
}
