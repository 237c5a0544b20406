import type { Conversation, Failure, Run, ToolCallEntry } from "@polylog/core";
import { findRun } from "@polylog/core";
import type { Tokens } from "./played.ts";
import type { FailureShape, Program } from "./program.ts";

/** Polylog's own texts, which stand for a missing output or reason. */
const polylogWords = [
  /^The run ended before the tool (?:did|finished)\.$/,
  /^The tool failed(?: and gave no reason)?\.$/,
  /^This was not allowed\.$/,
  /^The user (?:does|did) not allow this(?: call)?(?:\.|: )/,
  /^The user rejected this plan\.$/,
  /^This call was not approved\.$/,
  /^The user denied this call(?:\.|: )/,
  /^The call was stopped\.$/,
  /^The call was denied\.$/,
  /^Stopped before it finished\.$/,
  /^The command did not finish\.$/,
  /^Exit code \d+$/,
];

/**
 * The values in the lines of a conversation: outputs, exit codes, errors and tokens. Empty if the line is complete
 * without.
 */
export class Values {
  private readonly program: Program;
  private readonly conversation: Conversation;
  private readonly failure: FailureShape | null;
  private readonly reported: ReadonlyMap<string, Tokens>;

  constructor(
    program: Program,
    conversation: Conversation,
    failure: FailureShape | null,
    reported: ReadonlyMap<string, Tokens>,
  ) {
    this.program = program;
    this.conversation = conversation;
    this.failure = failure;
    this.reported = reported;
  }

  /** Without the text that the program adds to an output. */
  call(call: ToolCallEntry, state: string): string {
    const output = this.bare(call.result ?? call.output.toString());
    const message = this.bare(call.error?.message ?? "");
    return [
      state === "failed" && call.exitCode !== null ? ` with exit code ${call.exitCode}` : "",
      this.hasRightCode(call, state) ? "" : ` as ${call.error?.code}`,
      output === "" && message === "" ? "" : `: ${output === "" ? message : output}`,
      output === "" || message === "" || message === output ? "" : `, because ${message}`,
    ].join("");
  }

  end(run: Run): string {
    if (run.outcome === "failed") return this.isExpected(run.error) ? "" : ` as ${JSON.stringify(run.error)}`;
    const reported = this.reported.get(run.runId);
    if (run.outcome !== "completed" || reported === undefined) return "";
    if (this.program.hidesUsage === true) return "";
    const told = this.tokensOf(run);
    const isSame = told.input === reported.input && told.output === reported.output;
    const isPart =
      told.input > 0 && told.input < reported.input && told.output > 0 && told.output < reported.output;
    const children = run.childRunIds.slice().map((childRunId) => findRun(this.conversation, childRunId));
    const hidesSome = children.length > 0 && this.program.hidesUsageOfSubagents === true;
    // A program that stops a subagent may stop before it counts the current request.
    const mayMiss = children.some((child) => child?.outcome === "cancelled");
    if (hidesSome ? isPart : isSame || (mayMiss && isPart)) return "";
    return ` after ${JSON.stringify(told)} tokens, not ${JSON.stringify(reported)}`;
  }

  private bare(text: string): string {
    const words = [...polylogWords, ...(this.program.ownWords ?? [])];
    return words.reduce((rest, word) => rest.replace(word, ""), text.trim()).trim();
  }

  private hasRightCode({ error, endedBy, runId }: ToolCallEntry, state: string): boolean {
    const code = error?.code;
    if (state === "failed") return code === "tool_error";
    if (state === "stopped")
      return code === undefined || code === "tool_error" || code === "tool_interrupted";
    if (state !== "denied") return true;
    // If the run was cancelled after the denial, its end may have ended the call first.
    const isCancelled = findRun(this.conversation, runId ?? "")?.outcome === "cancelled";
    return code === "permission_denied" || (isCancelled && (code === "tool_interrupted" || endedBy !== null));
  }

  private isExpected(error: Failure | null): boolean {
    const { failure } = this;
    return failure !== null && error?.code === failure.code && failure.message.test(error.message);
  }

  private tokensOf(run: Run): Tokens {
    const below = run.childRunIds.slice().flatMap((runId) => findRun(this.conversation, runId) ?? []);
    const own = run.usage.map((usage) => ({
      input: usage.inputTokens + usage.cacheReadTokens + usage.cacheWriteTokens,
      output: usage.outputTokens,
    }));
    return sumOf([...own, ...below.map((child) => this.tokensOf(child))]);
  }
}

export function sumOf(all: readonly Tokens[]): Tokens {
  return all.reduce((sum, { input, output }) => ({ input: sum.input + input, output: sum.output + output }), {
    input: 0,
    output: 0,
  });
}
