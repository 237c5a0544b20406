import { defined, type EventBody } from "@polylog/core";
import { appendText, copyText, noAppendedText, wholeText } from "../../connection/appended-text.ts";
import { countOf, type Native, nameOf, recordOf, recordsOf, textOf } from "../../connection/native-value.ts";
import { noEvents } from "../../connection/translation.ts";
import { limits } from "../limits.ts";
import { withoutFence } from "./content.ts";
import { type AcpState, type AcpTranslation, andThen, type Call, runOf } from "./state.ts";
import { endChild } from "./subagents.ts";

/** The output and the end of calls. */

/** Adds output: some agents send only new output, others repeat all of it. */
export function growOutput(state: AcpState, nativeId: string, update: Native): AcpTranslation {
  const call = runOf(state).calls.get(nativeId);
  if (call === undefined) return noEvents(state);
  const meta = recordOf(update._meta);
  const piece = textOf(recordOf(meta.terminal_output_delta ?? meta.terminal_output).data);
  const exit = recordOf(meta.terminal_exit);
  const exitCode = countOf(exit.exit_code) ?? countOf(exit.exitCode) ?? call.exitCode;
  const known = withCall(state, nativeId, { ...call, exitCode });
  if (piece !== null) return appendOutput(known, nativeId, piece);
  if (!call.hasBegun || call.isAppended || isEnd(update.status) || update.content === undefined) {
    return noEvents(known);
  }
  return showOutput(known, nativeId, call.shownText === null ? "" : withoutFence(call.shownText));
}

export function appendOutput(state: AcpState, nativeId: string, delta: string): AcpTranslation {
  const call = runOf(state).calls.get(nativeId);
  if (call === undefined || delta === "") return noEvents(state);
  const { callId, toolName, offset, shown, runRef } = call;
  const grown: Call = {
    ...call,
    isAppended: true,
    shown: appendText(shown, delta),
    offset: offset + delta.length,
  };
  return {
    state: withCall(state, nativeId, grown),
    events: [{ type: "tool_output_delta", callId, toolName, offset, delta, ...runRef }],
  };
}

function showOutput(state: AcpState, nativeId: string, text: string): AcpTranslation {
  const call = runOf(state).calls.get(nativeId) as Call;
  const { callId, toolName, offset, runRef } = call;
  const shown = wholeText(call.shown);
  if (text === shown) return noEvents(state);
  const isContinued = text.startsWith(shown);
  const delta = isContinued ? copyText(text.slice(shown.length)) : text;
  const from = isContinued ? offset : 0;
  const event: EventBody = {
    ...{ type: "tool_output_delta", callId, toolName, offset: from, delta },
    ...(isContinued ? {} : { reset: true }),
    ...runRef,
  };
  const next: Call = { ...call, shown: appendText(noAppendedText, text), offset: from + delta.length };
  return { state: withCall(state, nativeId, next), events: [event] };
}

/**
 * Ends a call. A command with a failing exit code has failed, whatever the agent reports. Diffs and images were
 * reported with the call and may be large, so they are not repeated.
 */
export function endCall(state: AcpState, nativeId: string, update: Native): AcpTranslation {
  const run = runOf(state);
  const call = run.calls.get(nativeId);
  if (call === undefined) return noEvents(state);
  const { callId, toolName, runRef } = call;
  const output = resultOf(call);
  const isForModel = state.traits.stoppedWords?.test(output) === true;
  const result = isForModel ? "" : output;
  const exitCode = exitOf(call, result, update.status);
  // Some agents report a command as completed that a cancel has stopped. Only an exit code proves that it completed.
  const isCut = run.isCancelling && call.kind === "execute" && exitCode === null;
  const ok = update.status === "completed" && !isCut && (exitCode === null || exitCode === 0);
  const stopped = run.isCancelling || update.status === "cancelled" || isForModel;
  const code = call.refusal ?? (stopped ? "tool_interrupted" : "tool_error");
  const message = result === "" ? reasons[code] : result;
  const event: EventBody = {
    ...{ type: "tool_result", callId, toolName, ok, result },
    ...(ok ? {} : { error: { code, message } }),
    ...defined({ exitCode }),
    ...runRef,
  };
  const calls = new Map(run.calls);
  calls.delete(nativeId);
  const ended = withEnded(run.ended, nativeId);
  const outcome = ok ? "completed" : stopped ? "cancelled" : "failed";
  const children = endChild(state, nativeId, outcome);
  return andThen(children, (next) => ({
    state: { ...next, run: { ...runOf(next), calls, ended } },
    events: [event],
  }));
}

/** The message if the agent gives no reason. */
const reasons = {
  permission_denied: "The call was denied.",
  tool_interrupted: "Stopped before it finished.",
  tool_error: "The tool failed and gave no reason.",
} as const;

/** A denied call has ended, whatever the agent reports later. */
export function endDenied(state: AcpState, nativeId: string): AcpTranslation {
  const call = state.run?.calls.get(nativeId);
  if (state.run === null || call === undefined) return noEvents(state);
  const nothingDone = { rawOutput: undefined, shownText: null, isAppended: false };
  const denied = withCall(state, nativeId, { ...call, ...nothingDone, refusal: "permission_denied" });
  const ended = endCall(denied, nativeId, { status: "failed" });
  if (call.isAnnounced) return ended;
  return andThen(ended, (next) => {
    const run = runOf(next);
    return noEvents({
      ...next,
      run: { ...run, deniedEarly: new Set(run.deniedEarly).add(nativeId) },
    });
  });
}

/** The tool's own result if the agent reports it, otherwise the displayed text. */
function resultOf(call: Call): string {
  const { rawOutput, isAppended, shown, shownText } = call;
  const own = qwenResult(recordOf(rawOutput), shownText) ?? openCodeFile(recordOf(rawOutput));
  if (own !== null) return own;
  const raw = textOf(rawOutput) ?? textsOf(rawOutput) ?? fieldOf(recordOf(rawOutput));
  if (raw !== null && raw !== "") return raw;
  if (isAppended) return wholeText(shown);
  return shownText === null ? (raw ?? "") : withoutFence(shownText).replace(exitRemark, "");
}

/** Qwen Code's text for a command or a failed MCP tool is written for its model, with extra words around the output. */
function qwenResult({ type, output, text }: Native, shownText: string | null): string | null {
  if (type === "shell_result") return nameOf(output) ?? textOf(text) ?? "";
  const response = mcpError.exec(shownText ?? "")?.[1];
  if (response === undefined) return null;
  try {
    const parts = recordsOf(JSON.parse(response)).map((part) => recordOf(part.functionResponse).response);
    return textsOf(recordOf(parts[0]).content);
  } catch {
    // Qwen Code truncated it, as it does with long output.
    return null;
  }
}

/** OpenCode and Kilo Code add line numbers to a file for their model, and send the plain text separately. */
function openCodeFile({ metadata }: Native): string | null {
  return textOf(recordOf(recordOf(metadata).display).text);
}

const mcpError =
  /^MCP tool '[^'\n]+' reported tool error for function call: [\s\S]* with response: (\[[\s\S]*\])$/;

function textsOf(rawOutput: unknown): string | null {
  const texts = recordsOf(rawOutput).flatMap((part) => textOf(part.text) ?? []);
  return texts.length === 0 ? null : texts.join("\n");
}

/** The text of a structured result, from the field names that agents use. */
function fieldOf(raw: Native): string | null {
  const { formatted_output, aggregated_output, output, error, message } = raw;
  const streams = [textOf(raw.stdout), textOf(raw.stderr)].filter((text) => text !== null && text !== "");
  const parts = textsOf(raw.content) ?? textsOf(recordOf(raw.result).content);
  return (
    [formatted_output, aggregated_output, output, error, message].map(nameOf).find((text) => text !== null) ??
    parts ??
    (streams.length === 0 ? null : streams.join("\n"))
  );
}

/** Copilot's remark for its model below a command's output. */
const exitRemark = /\n?<shellId: \S{1,40} completed with exit code \d{1,9}>\s*$/;

const exitWords =
  /(?:^|\n)(?:Exit code|Command exited with code|Exit Code:|Command failed with exit code:)\s*(\d{1,9})\.?\s*(?:\n|$)/i;

/** A failed command's own exit code. Some agents also report a different one. */
function exitOf(call: Call, result: string, status: unknown): number | null {
  if (call.kind !== "execute" && call.exitCode === null) return null;
  const words = status === "completed" ? undefined : exitWords.exec(result)?.[1];
  if (words !== undefined) return Number(words);
  const raw = recordOf(call.rawOutput);
  const metadata = recordOf(raw.metadata);
  const parts = recordsOf(raw.contents).map((part) => part.exitCode);
  const fields = [raw.exit_code, raw.exitCode, metadata.exit, metadata.exitCode, ...parts];
  return call.exitCode ?? fields.map((code) => countOf(code)).find((code) => code !== null) ?? null;
}

export function isEnd(status: unknown): boolean {
  return status === "completed" || status === "failed" || status === "cancelled";
}

function withEnded(ended: ReadonlyMap<string, number>, nativeId: string): Map<string, number> {
  const next = new Map(ended).set(nativeId, (ended.get(nativeId) ?? 0) + 1);
  const [oldest] = next.keys();
  if (next.size > limits.endedCalls && oldest !== undefined) next.delete(oldest);
  return next;
}

function withCall(state: AcpState, nativeId: string, call: Call): AcpState {
  const run = runOf(state);
  return { ...state, run: { ...run, calls: new Map(run.calls).set(nativeId, call) } };
}
