import { defined } from "@polylog/core";
import { estimateTokens } from "../history/estimate-tokens.ts";
import { CallNames } from "../history/safe-names.ts";
import { limits } from "../limits.ts";
import type { ResponseReader } from "../model/response-reader.ts";
import type { ModelMessage } from "../model/types.ts";
import { contextTokens } from "../model/usage.ts";
import { restoreReadFiles } from "../resume/restore-read-files.ts";
import { responsesIn, type WaitingRun } from "../resume/waiting-run.ts";
import type { AgentTool } from "../tools/tool.ts";
import { assistantMessage, callWithRetries, responseSoFar } from "./call-with-retries.ts";
import { compactContext } from "./compact-context.ts";
import { ModelFallback } from "./model-fallback.ts";
import { RunFailure } from "./run-failure.ts";
import type { RunEnd, RunScope } from "./run-scope.ts";
import { finishCalls, runCalls } from "./tool-calls.ts";

export interface AgentRunInit {
  readonly scope: RunScope;
  /** The current system prompt, which depends on the mode. */
  readonly system: () => string;
  /** The conversation before this run. */
  readonly history: readonly ModelMessage[];
  /** The current tools, which depend on the servers and the mode. */
  readonly tools: () => readonly AgentTool[];
  /** A model other than the agent's own. */
  readonly model?: string | undefined;
  /** Tokens in the window of the agent's last call. */
  readonly usedTokens?: number | null | undefined;
  /** Messages since the last call. With `last`, no later message is accepted unless this returns some. */
  readonly takeSteered?: ((last: boolean) => Promise<ModelMessage[]>) | undefined;
}

/** The agent loop: the model responds, its calls run, and it receives their results, until it makes no more calls. */
export class AgentRun {
  readonly scope: RunScope;
  private readonly init: AgentRunInit;
  private readonly fallback: ModelFallback;
  private readonly names = new CallNames();
  private readonly messages: ModelMessage[];
  /** The index of this run's first message. */
  private ownStart: number;
  private usedTokens: number | null;
  private isFinal = false;

  constructor(init: AgentRunInit) {
    this.init = init;
    this.scope = init.scope;
    this.fallback = new ModelFallback(init.scope.agent, init.model);
    this.messages = [...init.history];
    this.ownStart = this.messages.length;
    this.usedTokens = init.usedTokens ?? null;
  }

  /** Ends the loop after the current calls. */
  finishAfterThis(): void {
    this.isFinal = true;
  }

  /** Throws only the reason of the run's signal, or because of a bug. */
  run(prompt: ModelMessage): Promise<RunEnd> {
    this.messages.push(prompt);
    return failureAsRunEnd(() => this.loop());
  }

  /** The same for a run that was waiting in the middle of a response when this process started. */
  continue(waiting: WaitingRun): Promise<RunEnd> {
    return failureAsRunEnd(async () => {
      for (const { callId } of waiting.calls) this.names.take(callId);
      await restoreReadFiles(waiting, this.scope.agent.project, this.scope.read);
      const { inputs, messages } = await finishCalls(this.scope, waiting, this.init.tools());
      this.scope.waiting = null;
      this.messages.push(responseSoFar(waiting, inputs), ...messages, restarted);
      return this.loop(responsesIn(waiting));
    });
  }

  /** Only compacts the earlier conversation. */
  async compactContext(focus: string): Promise<RunEnd> {
    if (this.messages.length === 0) {
      await this.scope.notice("There is no conversation to compact yet.", "info");
      return { outcome: "completed", text: "" };
    }
    return failureAsRunEnd(async () => {
      await this.summarize(this.messages, "manual", focus);
      return { outcome: "completed", text: "" };
    });
  }

  private async loop(stepsTaken = 0): Promise<RunEnd> {
    const { takeSteered = async () => [] } = this.init;
    const most = this.scope.agent.options.max_steps;
    for (let step = stepsTaken; step < most; step++) {
      this.messages.push(...(await takeSteered(false)));
      await this.compactIfNeeded();
      const tools = this.init.tools();
      const reported = this.scope.used.length;
      const response = await this.nextResponse(tools);
      await this.reportContext(reported);
      const requests = response.parts.filter((part) => part.type === "call");
      const { inputs, messages } =
        requests.length === 0
          ? { inputs: new Map(), messages: [] }
          : await runCalls(this.scope, response.responseId, requests, tools);
      const said = assistantMessage(response, inputs);
      this.messages.push(...(said === null ? [] : [said]), ...messages);
      if (requests.length > 0 && !this.isFinal) continue;
      const late = await takeSteered(true);
      if (late.length === 0) return this.completed(response);
      this.isFinal = false;
      this.messages.push(...late);
    }
    const message = `The run stopped after ${most} model calls. Send "continue" to resume, or raise max_steps.`;
    throw new RunFailure({ code: "too_many_steps", message });
  }

  private nextResponse(tools: readonly AgentTool[]): Promise<ResponseReader> {
    const system = this.init.system();
    const { fallback, names, messages } = this;
    const makeRoom = () => this.compactContextNow();
    return callWithRetries(this.scope, { system, messages, tools, fallback, names, makeRoom });
  }

  private async completed(response: ResponseReader): Promise<RunEnd> {
    const { raw, unified } = response.finish?.finishReason ?? { unified: "stop" as const, raw: undefined };
    if (unified === "length")
      await this.scope.notice("The response was cut off at the model's output limit.");
    if (unified === "content-filter")
      await this.scope.notice("The model provider's content filter withheld some or all of the response.");
    const text = response.parts.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n\n");
    return { outcome: "completed", stopReason: raw ?? unified, text };
  }

  /** Reports how full the window is after a call. There is one meter per agent, so a subagent does not report. */
  private async reportContext(reportedBefore: number): Promise<void> {
    const last = this.scope.used.slice(reportedBefore).at(-1);
    this.usedTokens = last === undefined ? null : contextTokens(last);
    if (last === undefined || this.usedTokens === null) return;
    if (this.scope.depth > 0) return;
    const window = this.scope.agent.windowOf(last.model);
    await this.scope.emit({
      ...{ type: "context_usage", usedTokens: this.usedTokens, messageCount: this.messages.length + 1 },
      ...defined({ windowTokens: window }),
      ...this.scope.runRef,
    });
  }

  /** Compacts before the window is full. A failure does not stop the run, because the model may still have room. */
  private async compactIfNeeded(): Promise<void> {
    const window = this.scope.agent.windowOf(this.fallback.current.model);
    if (window === null) return;
    const used = this.usedTokens ?? estimateTokens(this.messages);
    if (used < window * limits.compactContextAt) return;
    try {
      await this.compactContextNow();
    } catch (error) {
      if (!(error instanceof RunFailure)) throw error;
      await this.scope.notice(`The conversation could not be compacted: ${error.message}`);
      this.usedTokens = 0;
    }
  }

  /** Replaces the conversation with a summary, except an unanswered prompt. */
  private async compactContextNow(): Promise<boolean> {
    const own = this.messages.slice(this.ownStart);
    const isUnanswered = own.every(({ role }) => role === "user");
    const past = isUnanswered ? this.messages.slice(0, this.ownStart) : this.messages;
    if (past.length === 0) return false;
    const summary = await this.summarize(past, "auto");
    this.messages.splice(0, this.messages.length, summary, ...(isUnanswered ? own : [continueMessage]));
    this.ownStart = 1;
    this.usedTokens = null;
    return true;
  }

  private summarize(
    messages: readonly ModelMessage[],
    trigger: "auto" | "manual",
    focus?: string,
  ): Promise<ModelMessage> {
    const { scope, fallback } = this;
    const system = this.init.system();
    const beforeTokens = this.usedTokens ?? estimateTokens(messages);
    return compactContext(scope, {
      system,
      messages,
      tools: this.init.tools(),
      fallback,
      trigger,
      focus,
      beforeTokens,
    });
  }
}

async function failureAsRunEnd(work: () => Promise<RunEnd>): Promise<RunEnd> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof RunFailure)) throw error;
    return { outcome: "failed", error: { code: error.code, message: error.message }, text: "" };
  }
}

/** Starts a new turn for the model: its thoughts are not in the log, and some APIs require them within a turn. */
const restarted: ModelMessage = {
  role: "user",
  content: [{ type: "text", text: "[Polylog was restarted while you waited. Continue from here.]" }],
};

const continueMessage: ModelMessage = {
  role: "user",
  content: [{ type: "text", text: "[Continue the work from where the summary ends.]" }],
};
