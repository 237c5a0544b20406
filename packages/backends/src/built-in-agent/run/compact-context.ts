import { defined } from "@polylog/core";
import { estimateTokens } from "../history/estimate-tokens.ts";
import { summaryText } from "../history/history.ts";
import { CallNames } from "../history/safe-names.ts";
import { shrinkMessages } from "../history/shrink-messages.ts";
import { limits } from "../limits.ts";
import type { ModelMessage } from "../model/types.ts";
import type { AgentTool } from "../tools/tool.ts";
import { callWithRetries } from "./call-with-retries.ts";
import type { ModelFallback } from "./model-fallback.ts";
import { RunFailure } from "./run-failure.ts";
import type { RunScope } from "./run-scope.ts";

export interface ContextCompaction {
  readonly system: string;
  /** The messages to summarize. */
  readonly messages: readonly ModelMessage[];
  readonly tools: readonly AgentTool[];
  readonly fallback: ModelFallback;
  readonly trigger: "auto" | "manual";
  /** The user's instruction for the summary. */
  readonly focus?: string | undefined;
  readonly beforeTokens: number | null;
}

/** Has the model summarize a conversation and reports it. Returns the message that replaces the conversation. */
export async function compactContext(scope: RunScope, compaction: ContextCompaction): Promise<ModelMessage> {
  const { system, tools, fallback, trigger, focus, beforeTokens } = compaction;
  const window = scope.agent.windowOf(fallback.current.model);
  const most = window === null ? limits.summaryInputTokens : window * limits.summaryInputShare;
  const asked: ModelMessage = { role: "user", content: [{ type: "text", text: instruction(focus) }] };
  const messages = [...shrinkMessages(compaction.messages, most), asked];
  // The tools are included because the messages contain their calls. Calls in this response do not run.
  const request = { system, messages, tools, fallback, names: new CallNames(), quiet: true };
  const response = await callWithRetries(scope, request);
  const summary = response.parts
    .flatMap((part) => (part.type === "text" ? [part.text.trim()] : []))
    .join("\n\n")
    .trim();
  if (summary === "") {
    throw new RunFailure({
      code: "no_summary",
      message: "The model returned no summary. The conversation was not changed.",
    });
  }
  const message: ModelMessage = { role: "user", content: [{ type: "text", text: summaryText(summary) }] };
  const afterTokens = estimateTokens([{ role: "system", content: system }, message]);
  await scope.emit({
    type: "compaction",
    trigger,
    ...defined({ beforeTokens }),
    afterTokens,
    summary,
    ...scope.runRef,
  });
  if (scope.depth > 0) return message;
  await scope.emit({
    ...{
      type: "context_usage",
      usedTokens: afterTokens,
      ...defined({ windowTokens: window }),
      compressed: true,
    },
    ...scope.runRef,
  });
  return message;
}

function instruction(focus: string | undefined): string {
  const emphasis =
    focus === undefined || focus.trim() === "" ? "" : `\n\nThe user asks you to focus on: ${focus.trim()}`;
  return `Do not continue the work and do not call any tools. Write a detailed summary of this conversation. The summary \
replaces the conversation, so a reader must be able to continue the work from it alone. Use these sections:

1. Requests: what the user wants, with every request, correction and constraint. Quote the user where the wording matters.
2. Work done: files read and changed (with paths), commands run and their results, decisions and their reasons.
3. Findings about the project that are still needed: names, signatures, locations, errors and their causes.
4. Remaining work: open tasks, the task in progress right now, and the very next step.

Write only the summary.${emphasis}`;
}
