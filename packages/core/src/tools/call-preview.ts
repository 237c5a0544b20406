import { emptyConversation } from "../conversation/draft.ts";
import { Text } from "../data/text.ts";
import { Vector } from "../data/vector.ts";
import type { ToolCallEntry } from "../events/tool.ts";
import { cleanToolName } from "../events/tool-name.ts";
import type { ChangedFile } from "../events/work.ts";
import type { DiffBlock } from "./blocks.ts";
import type { ToolCard } from "./card.ts";
import { toolCard } from "./registry.ts";

/**
 * The card of a call that has not run yet: a permission's call as it will look when it runs. Both screens show it, in the
 * conversation and in lists of asks.
 */
export function previewCard({
  toolName,
  input,
}: {
  readonly toolName: string;
  readonly input: unknown;
}): ToolCard {
  return { ...toolCard(notMade(toolName, input), emptyConversation), runsSince: null };
}

/** The diff of a changed file, as an edit's card shows it. */
export function changedFileDiffs({ path, diff }: ChangedFile): readonly DiffBlock[] {
  if (diff === undefined) return [];
  const input = { changes: [{ path, kind: "update", diff }] };
  return previewCard({ toolName: "edit", input }).blocks.filter((block) => block.kind === "diff");
}

/**
 * A call before it runs: its known parts, with the input that the permission is for. It keeps the agent's tool name, so that a
 * tool of an MCP server cannot pass for a built-in tool.
 */
export function callToMake(toolName: string, input: unknown, said: ToolCallEntry | null): ToolCallEntry {
  const call = { ...notMade(toolName, input), toolName };
  if (said === null) return call;
  const { toolKind, title, locations, content } = said;
  return { ...call, toolKind, title, locations, content };
}

function notMade(toolName: string, input: unknown): ToolCallEntry {
  return {
    kind: "tool_call",
    ...{ key: "preview", callId: "preview", seq: 0, ts: 0, agentId: null, runId: null, responseId: null },
    ...{ live: true, endedBy: null, endedTs: null, durationMs: null, progress: null },
    ...{ toolName: cleanToolName(toolName), rawName: toolName, toolKind: null, title: null },
    ...{
      input: input ?? null,
      inputText: Text.empty,
      inputCut: null,
      locations: [],
      content: [],
      childRunIds: Vector.empty,
    },
    ...{ output: Text.empty, ok: null, result: null, error: null, truncated: null, exitCode: null },
  };
}
