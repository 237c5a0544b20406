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
  /** What is summed up. */
  readonly messages: readonly ModelMessage[];
  readonly tools: readonly AgentTool[];
  readonly fallback: ModelFallback;
  readonly trigger: "auto" | "manual";
  /** What the summary should look at most. */
  readonly wish?: string | undefined;
  readonly beforeTokens: number | null;
}

/** Has the model sum up a conversation, and tells so. Gives the message that now stands for all of it. */
export async function compactContext(scope: RunScope, compaction: ContextCompaction): Promise<ModelMessage> {
  const { system, tools, fallback, trigger, wish, beforeTokens } = compaction;
  const window = scope.agent.windowOf(fallback.current.model);
  const most = window === null ? limits.summaryInputTokens : window * limits.summaryInputShare;
  const asked: ModelMessage = { role: "user", content: [{ type: "text", text: instruction(wish) }] };
  const messages = [...shrinkMessages(compaction.messages, most), asked];
  // The tools are named because the calls among the messages are theirs; what the model calls is not run.
  const request = { system, messages, tools, fallback, names: new CallNames(), quiet: true };
  const response = await callWithRetries(scope, request);
  const summary = response.parts
    .flatMap((part) => (part.type === "text" ? [part.text.trim()] : []))
    .join("\n\n")
    .trim();
  if (summary === "") {
    throw new RunFailure({
      code: "no_summary",
      message: "The model gave no summary; the conversation stays as it is.",
    });
  }
  const message: ModelMessage = { role: "user", content: [{ type: "text", text: summaryText(summary) }] };
  const afterTokens = estimateTokens([{ role: "system", content: system }, message]);
  const before = beforeTokens === null ? {} : { beforeTokens };
  await scope.emit({ type: "compaction", trigger, ...before, afterTokens, summary, ...scope.runRef });
  if (scope.depth > 0) return message;
  const windowTokens = window === null ? {} : { windowTokens: window };
  await scope.emit({
    ...{ type: "context_usage", usedTokens: afterTokens, ...windowTokens, compressed: true },
    ...scope.runRef,
  });
  return message;
}

function instruction(wish: string | undefined): string {
  const focus =
    wish === undefined || wish.trim() === "" ? "" : `\n\nThe user asks you to mind above all: ${wish.trim()}`;
  return `Do not go on with the work and call no tool now. Write a detailed summary of this conversation, which will take its place: \
whoever reads it must be able to go on as if nothing had been left out. Say, under these heads:

1. What the user wants, with every wish, correction and limit they gave, in their own words where those matter.
2. What has been done: files read and changed (with paths), commands run, what came out, decisions and their reasons.
3. What was learned about the project that is needed further on: names, signatures, places, errors and their causes.
4. What is left to do, what is being worked on right now, and the very next step.

Write only the summary.${focus}`;
}
