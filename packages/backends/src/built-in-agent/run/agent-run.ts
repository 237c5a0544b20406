import { estimateTokens } from "../history/estimate-tokens.ts";
import { CallNames } from "../history/safe-names.ts";
import { limits } from "../limits.ts";
import type { AnswerReader } from "../model/response-reader.ts";
import type { ModelMessage } from "../model/types.ts";
import { contextTokens } from "../model/usage.ts";
import { noteFilesSeen } from "../resume/restore-read-files.ts";
import { answersIn, type WaitingRun } from "../resume/waiting-run.ts";
import type { AgentTool } from "../tools/tool.ts";
import { answerSoFar, assistantMessage, takeAnswer } from "./call-with-retries.ts";
import { compact } from "./compact-context.ts";
import { ModelRoute } from "./model-fallback.ts";
import { RunFailure } from "./run-failure.ts";
import type { RunEnd, RunScope } from "./run-scope.ts";
import { finishCalls, runCalls } from "./tool-calls.ts";

export interface AgentRunInit {
  readonly scope: RunScope;
  /** As it is now: the mode may change it. */
  readonly system: () => string;
  /** What was said before. */
  readonly history: readonly ModelMessage[];
  /** The tools as they are now: servers and the mode may change them. */
  readonly tools: () => readonly AgentTool[];
  /** A model other than the agent's own. */
  readonly model?: string | undefined;
  /** Tokens that the last call of the agent had in its window. */
  readonly usedTokens?: number | null | undefined;
  /** Messages that came since the last call. After `last` none is taken any more, unless there are some. */
  readonly takeSteered?: ((last: boolean) => Promise<ModelMessage[]>) | undefined;
}

/** The loop: the model answers, what it calls is done, and it is told what came of it, until it calls nothing more. */
export class AgentRun {
  readonly scope: RunScope;
  private readonly init: AgentRunInit;
  private readonly route: ModelRoute;
  private readonly names = new CallNames();
  private readonly messages: ModelMessage[];
  /** Where in the messages this run begins. */
  private ownStart: number;
  private usedTokens: number | null;
  private isFinal = false;

  constructor(init: AgentRunInit) {
    this.init = init;
    this.scope = init.scope;
    this.route = new ModelRoute(init.scope.agent, init.model);
    this.messages = [...init.history];
    this.ownStart = this.messages.length;
    this.usedTokens = init.usedTokens ?? null;
  }

  /** Ends the loop after the calls that are being done. */
  finishAfterThis(): void {
    this.isFinal = true;
  }

  /** Never throws but for what the run's signal says, and for bugs. */
  run(prompt: ModelMessage): Promise<RunEnd> {
    this.messages.push(prompt);
    return orFailed(() => this.loop());
  }

  /** The same for a run that waits in the middle of an answer since before this process began. */
  continue(waiting: WaitingRun): Promise<RunEnd> {
    return orFailed(async () => {
      for (const { callId } of waiting.calls) this.names.take(callId);
      await noteFilesSeen(waiting, this.scope.agent.project, this.scope.read);
      const { inputs, messages } = await finishCalls(this.scope, waiting, this.init.tools());
      this.scope.waiting = null;
      this.messages.push(answerSoFar(waiting, inputs), ...messages, restarted);
      return this.loop(answersIn(waiting));
    });
  }

  /** Only sums up what was said before. */
  async compact(wish: string): Promise<RunEnd> {
    if (this.messages.length === 0) {
      await this.scope.notice("There is nothing to sum up yet.", "info");
      return { outcome: "completed", text: "" };
    }
    return orFailed(async () => {
      await this.sumUp(this.messages, "manual", wish);
      return { outcome: "completed", text: "" };
    });
  }

  private async loop(stepsTaken = 0): Promise<RunEnd> {
    const { takeSteered = async () => [] } = this.init;
    const most = this.scope.agent.options.max_steps;
    for (let step = stepsTaken; step < most; step++) {
      this.messages.push(...(await takeSteered(false)));
      await this.keepRoom();
      const tools = this.init.tools();
      const reported = this.scope.used.length;
      const answer = await this.answer(tools);
      await this.tellContext(reported);
      const requests = answer.parts.filter((part) => part.type === "call");
      const { inputs, messages } =
        requests.length === 0
          ? { inputs: new Map(), messages: [] }
          : await runCalls(this.scope, answer.responseId, requests, tools);
      const said = assistantMessage(answer, inputs);
      this.messages.push(...(said === null ? [] : [said]), ...messages);
      if (requests.length > 0 && !this.isFinal) continue;
      const late = await takeSteered(true);
      if (late.length === 0) return this.completed(answer);
      this.isFinal = false;
      this.messages.push(...late);
    }
    const message = `The run took ${most} model calls without coming to an end. Say "go on" to continue, or raise max_steps.`;
    throw new RunFailure({ code: "too_many_steps", message });
  }

  private answer(tools: readonly AgentTool[]): Promise<AnswerReader> {
    const system = this.init.system();
    const { route, names, messages } = this;
    const makeRoom = () => this.compactNow();
    return takeAnswer(this.scope, { system, messages, tools, route, names, makeRoom });
  }

  private async completed(answer: AnswerReader): Promise<RunEnd> {
    const { raw, unified } = answer.finish?.finishReason ?? { unified: "stop" as const, raw: undefined };
    if (unified === "length")
      await this.scope.notice("The answer was cut: it reached the most that the model may say.");
    if (unified === "content-filter")
      await this.scope.notice("The model's maker kept back the answer, or a part of it.");
    const text = answer.parts.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n\n");
    return { outcome: "completed", stopReason: raw ?? unified, text };
  }

  /** How full the window is after a call. An agent has one meter: a subagent leaves it alone. */
  private async tellContext(reportedBefore: number): Promise<void> {
    const last = this.scope.used.slice(reportedBefore).at(-1);
    this.usedTokens = last === undefined ? null : contextTokens(last);
    if (last === undefined || this.usedTokens === null) return;
    if (this.scope.depth > 0) return;
    const window = this.scope.agent.windowOf(last.model);
    await this.scope.emit({
      ...{ type: "context_usage", usedTokens: this.usedTokens, messageCount: this.messages.length + 1 },
      ...(window === null ? {} : { windowTokens: window }),
      ...this.scope.runRef,
    });
  }

  /** Sums up before the window is full. That it cannot is no reason to stop: the model may still have room. */
  private async keepRoom(): Promise<void> {
    const window = this.scope.agent.windowOf(this.route.current.model);
    if (window === null) return;
    const used = this.usedTokens ?? estimateTokens(this.messages);
    if (used < window * limits.compactAt) return;
    try {
      await this.compactNow();
    } catch (error) {
      if (!(error instanceof RunFailure)) throw error;
      await this.scope.notice(`The conversation could not be summed up: ${error.message}`);
      this.usedTokens = 0;
    }
  }

  /** Puts a summary in the place of what was said; a prompt that nobody answered yet stays. */
  private async compactNow(): Promise<boolean> {
    const own = this.messages.slice(this.ownStart);
    const isUnanswered = own.every(({ role }) => role === "user");
    const past = isUnanswered ? this.messages.slice(0, this.ownStart) : this.messages;
    if (past.length === 0) return false;
    const summary = await this.sumUp(past, "auto");
    this.messages.splice(0, this.messages.length, summary, ...(isUnanswered ? own : [goOn]));
    this.ownStart = 1;
    this.usedTokens = null;
    return true;
  }

  private sumUp(
    messages: readonly ModelMessage[],
    trigger: "auto" | "manual",
    wish?: string,
  ): Promise<ModelMessage> {
    const { scope, route } = this;
    const system = this.init.system();
    const beforeTokens = this.usedTokens ?? estimateTokens(messages);
    return compact(scope, { system, messages, tools: this.init.tools(), route, trigger, wish, beforeTokens });
  }
}

async function orFailed(work: () => Promise<RunEnd>): Promise<RunEnd> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof RunFailure)) throw error;
    return { outcome: "failed", error: { code: error.code, message: error.message }, text: "" };
  }
}

/** Ends the turn in which the model was: what it thought is not in the log, and some APIs ask for it within a turn. */
const restarted: ModelMessage = {
  role: "user",
  content: [{ type: "text", text: "[Polylog was restarted while you waited. Continue from here.]" }],
};

const goOn: ModelMessage = {
  role: "user",
  content: [{ type: "text", text: "[Go on with the work from where the summary ends.]" }],
};
