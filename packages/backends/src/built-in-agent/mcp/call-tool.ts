import { ErrorCode, McpError, type Progress } from "@modelcontextprotocol/sdk/types.js";
import { messageOf } from "@polylog/core";
import { z } from "zod";
import { failed, type ToolContext, type ToolOutcome } from "../tools/tool.ts";
import { orNullIfAborted, withOwnSignal } from "./abort-signals.ts";
import { cleanLine } from "./clean-text.ts";
import { limits } from "./limits.ts";
import type { McpConnection } from "./server-connection.ts";
import { callResult, outcomeOf } from "./tool-result.ts";

export interface Call {
  readonly tool: string;
  readonly input: unknown;
  readonly timeoutMs: number;
  readonly clean: (text: string) => string;
}

/** Either the server's answer, or why the connection failed. */
export type CallOutcome = { readonly answered: ToolOutcome } | { readonly failed: string };

export async function callTool(
  connection: McpConnection,
  call: Call,
  context: ToolContext,
): Promise<CallOutcome> {
  const progress = reportProgress(context, call.clean);
  try {
    const params = { name: call.tool, arguments: call.input as Record<string, unknown> };
    const result = await withOwnSignal(context.signal, (signal) =>
      connection.client.request({ method: "tools/call", params }, callResult, {
        signal,
        timeout: call.timeoutMs,
        maxTotalTimeout: limits.callTotalMs,
        resetTimeoutOnProgress: true,
        onprogress: progress.report,
      }),
    );
    await orNullIfAborted(progress.settled(), context.signal);
    return { answered: outcomeOf(result, call.clean) };
  } catch (error) {
    if (context.signal.aborted) return { answered: cancelled };
    return failure(error, connection, call);
  }
}

function failure(error: unknown, connection: McpConnection, { clean }: Call): CallOutcome {
  const reason = cleanLine(clean(messageOf(error)));
  const why = connection.whyClosed();
  if (why !== null) return { failed: cleanLine(clean(why)) };
  if (error instanceof z.core.$ZodError) {
    return { answered: failed("bad_answer", "The server's answer is not a valid tool result.") };
  }
  if (!(error instanceof McpError)) return { failed: reason };
  if (error.code !== ErrorCode.RequestTimeout) return { answered: failed("tool_failed", reason) };
  const text = "The server did not answer in time. Try a smaller request, or continue without it.";
  return { answered: failed("timed_out", text) };
}

export const cancelled = failed("cancelled", "The call was cancelled.");

interface ProgressReporter {
  readonly report: (progress: Progress) => void;
  /** Resolves when all progress is reported. */
  readonly settled: () => Promise<void>;
}

/** Reports a call's progress as output. A server does not wait for the reader, so the amount is bounded. */
function reportProgress(context: ToolContext, clean: (text: string) => string): ProgressReporter {
  let room = limits.progressChars;
  let reporting: Promise<void> = Promise.resolve();
  const report = ({ message, progress, total }: Progress) => {
    if (room <= 0) return;
    const line = message ?? (total === undefined ? `${progress}` : `${progress} of ${total}`);
    const piece = `${cleanLine(clean(line))}\n`;
    room -= piece.length;
    const last = room <= 0 ? "[further progress is not shown]\n" : "";
    // A reader that disconnected receives nothing further; the call continues.
    reporting = reporting.then(() => context.onOutput(piece + last, "stdout")).catch(() => undefined);
  };
  return { report, settled: () => reporting };
}
