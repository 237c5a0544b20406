import type { Conversation } from "../conversation/conversation.ts";
import { emptyConversation } from "../conversation/draft.ts";
import { entryAt } from "../conversation/lanes.ts";
import { findRun } from "../conversation/runs.ts";
import { permissionCallKey } from "../conversation/seen-entry-keys.ts";
import { waitedMs, waitingSince } from "../conversation/waited.ts";
import { Text } from "../data/text.ts";
import type { CallbackEntry, ExchangeEntry } from "../events/exchange.ts";
import { isAutoApproved, type PermissionEntry } from "../events/permission.ts";
import type { SubagentEntry } from "../events/subagent.ts";
import type { ToolCallEntry } from "../events/tool.ts";
import { mcpName } from "../events/tool-name.ts";
import { exactText } from "../format/exact-text.ts";
import { firstLine } from "../format/first-line.ts";
import type { Line, Tone } from "../format/line.ts";
import { oneLine, oneLineOrNull } from "../format/one-line.ts";
import { agentsMessage, callbackCard, exchangeCard } from "./agents-message.ts";
import { askUserQuestion } from "./ask-user-question.ts";
import { bash } from "./bash.ts";
import type { Block, SubagentBlock } from "./blocks.ts";
import type { ShownCall, Tool, ToolApproval, ToolCard } from "./card.ts";
import { deleteFile } from "./delete.ts";
import { edit } from "./edit.ts";
import { exitPlanMode } from "./exit-plan-mode.ts";
import { generic } from "./generic.ts";
import { glob } from "./glob.ts";
import { grep } from "./grep.ts";
import { ls } from "./ls.ts";
import { mcp } from "./mcp.ts";
import { moveFile } from "./move.ts";
import { isDenied, reasonOf } from "./output/reason.ts";
import { subagentBlock } from "./output/subagent-blocks.ts";
import { read } from "./read.ts";
import { task } from "./task.ts";
import { todo } from "./todo.ts";
import { type ToolState, toolState } from "./tool-state.ts";
import { webFetch } from "./web-fetch.ts";
import { webSearch } from "./web-search.ts";
import { write } from "./write.ts";

/** Every tool with a dedicated card. */
export const tools: readonly Tool[] = [
  bash,
  edit,
  write,
  read,
  grep,
  glob,
  ls,
  deleteFile,
  moveFile,
  task,
  webFetch,
  webSearch,
  todo,
  agentsMessage,
  askUserQuestion,
  exitPlanMode,
];

/** Categories that ACP agents assign to a tool, for tools with an unknown name. */
const byKind: ReadonlyMap<string, Tool> = new Map([
  ["read", read],
  ["edit", edit],
  ["delete", deleteFile],
  ["move", moveFile],
  ["search", grep],
  ["execute", bash],
  ["fetch", webFetch],
  ["switch_mode", exitPlanMode],
]);

const byName: ReadonlyMap<string, Tool> = new Map(
  tools.flatMap((tool) => tool.names.map((name) => [nameKey(name), tool] as const)),
);

/** `WebFetch`, `web_fetch` and `webfetch` are one name. */
function nameKey(name: string): string {
  return name.slice(0, 100).toLowerCase().replace(/[_-]/g, "");
}

export function isShellTool(toolName: string): boolean {
  return byName.get(nameKey(toolName)) === bash;
}

const accessByTool: ReadonlyMap<Tool | undefined, "read" | "write" | "delete" | "move"> = new Map([
  ...([edit, write] as const).map((tool) => [tool, "write"] as const),
  ...([read, ls] as const).map((tool) => [tool, "read"] as const),
  [deleteFile, "delete"],
  [moveFile, "move"],
]);

/** A tool's action on the files that its input names; null for a tool that does not work on files. */
export function fileAccess(toolName: string): "read" | "write" | "delete" | "move" | null {
  return accessByTool.get(byName.get(nameKey(toolName))) ?? null;
}

const readOnlyTools: ReadonlySet<Tool> = new Set([
  ...[read, ls, grep, glob, webFetch, webSearch, todo],
  ...[agentsMessage, askUserQuestion, exitPlanMode],
]);

/** Whether a call may change files: true unless the tool is known to only read. */
export function mayChangeFiles(toolName: string, toolKind: string | null = null): boolean {
  return !readOnlyTools.has(toolNamed(toolName, toolKind));
}

/** The tool of a call: by its name, its MCP server or its category, else the generic tool. */
export function toolFor(call: ToolCallEntry): Tool {
  const tool = toolNamed(call.toolName, call.toolKind);
  return tool === bash && isLookupWithoutCommand(call) ? (byKind.get(call.toolKind ?? "") ?? generic) : tool;
}

/** The same, if only the name and possibly the category are known. */
export function toolNamed(toolName: string, toolKind: string | null = null): Tool {
  const named = byName.get(nameKey(toolName));
  if (named !== undefined) return named;
  return mcpName(toolName) === null ? (byKind.get(toolKind ?? "") ?? generic) : mcp;
}

/** Codex over ACP reports only that a command reads or searches, not the command itself. */
function isLookupWithoutCommand(call: ToolCallEntry): boolean {
  return (
    (call.toolKind === "read" || call.toolKind === "search") &&
    call.input === null &&
    call.inputText.length === 0
  );
}

/**
 * The card of a call. A subagent may continue after its call has settled, and an answer may arrive later: then the card changes
 * with the conversation although the call does not.
 */
export function toolCard(call: ToolCallEntry, conversation: Conversation): ToolCard {
  const ask = permissionOf(call, conversation);
  const shown: ShownCall =
    call.live && ask?.live === true
      ? { ...call, isAsked: true }
      : isDenied(call)
        ? { ...call, result: null, output: Text.empty }
        : call;
  const tool = toolFor(call);
  const parts = tool.card(shown, conversation, toolLine);
  const reason = reasonOf(call, ask);
  const explainsFailure = reason === null || parts.explainsFailure === true;
  const blocks: readonly Block[] = explainsFailure
    ? parts.blocks
    : [...parts.blocks, { kind: "error", ...reason, collapsed: false }];
  return {
    icon: parts.icon,
    title: oneLine(parts.title) || oneLine(call.toolName) || "Tool",
    object: oneLineOrNull(parts.object, 400),
    summary: oneLineOrNull(
      explainsFailure ? (parts.summary ?? call.progress?.message ?? null) : firstLine(reason.message, 200),
    ),
    state: parts.state ?? toolState(call),
    added: parts.added ?? null,
    removed: parts.removed ?? null,
    ...(tool.waitsForPerson === true ? noClock : clockOf(call, ask, conversation)),
    approval: approvalOf(ask),
    // The ask itself shows the call while it is open.
    blocks: shown.isAsked === true ? [] : blocks,
  };
}

/** The permission that was requested before the call could run; null if none was needed. */
function permissionOf(call: ToolCallEntry, conversation: Conversation): PermissionEntry | null {
  const name = call.runId === null ? null : permissionCallKey(call.runId, call.callId);
  const place = name === null ? undefined : conversation.seen.get(name);
  const entry = place === undefined ? undefined : entryAt(conversation, place);
  return entry?.kind === "permission" ? entry : null;
}

function approvalOf(ask: PermissionEntry | null): ToolApproval | null {
  const by = ask?.answer?.by;
  if (ask === null || by == null || !isAutoApproved(ask)) return null;
  return { by: oneLine(exactText(by.name ?? "a rule")), ruleId: by.id ?? null };
}

type Clock = Pick<ToolCard, "durationMs" | "runsSince">;

const noClock: Clock = { durationMs: null, runsSince: null };

/**
 * The duration of a call, or when it started. It excludes the time that a person needed to answer, including its subagents'
 * asks.
 */
function clockOf(call: ToolCallEntry, ask: PermissionEntry | null, conversation: Conversation): Clock {
  const start = Math.max(call.ts, ask?.answer?.ts ?? 0);
  const runIds = call.childRunIds.slice();
  const worked = (to: number) =>
    Math.max(0, to - start - (runIds.length === 0 ? 0 : waitedMs(conversation, runIds, start, to)));
  if (!call.live) {
    const { durationMs, endedTs } = call;
    return { durationMs: durationMs ?? (endedTs === null ? null : worked(endedTs)), runsSince: null };
  }
  const reportedMs = call.progress?.elapsedMs ?? null;
  if (ask?.live === true) return noClock;
  const waitsSince = runIds.length === 0 ? null : waitingSince(conversation, runIds);
  if (waitsSince !== null) return { durationMs: worked(waitsSince), runsSince: null };
  const waited = runIds.length === 0 ? 0 : waitedMs(conversation, runIds, start, Number.MAX_SAFE_INTEGER);
  return { durationMs: reportedMs, runsSince: start + waited };
}

/** The card of an exchange without a call, or of a late answer. */
export function cardOfExchange(entry: ExchangeEntry | CallbackEntry, conversation: Conversation): ToolCard {
  return entry.kind === "exchange"
    ? exchangeCard(entry, conversation, toolLine)
    : callbackCard(entry, conversation, toolLine);
}

/** The window of a subagent without a call; null until its run exists. */
export function subagentEntryBlock(
  { childRunId, task }: SubagentEntry,
  conversation: Conversation,
): SubagentBlock | null {
  const run = findRun(conversation, childRunId);
  return run === undefined
    ? null
    : subagentBlock(run, conversation, toolLine, { prompt: task, result: null });
}

/** The state of a call as its card shows it; for a command, its exit code decides. */
export function stateOfCall(call: ToolCallEntry): ToolState {
  return toolFor(call) === bash ? toolCard(call, emptyConversation).state : toolState(call);
}

/** Whether a call only read, and what it read. A failed call is not grouped, so that its reason stays visible. */
export function exploresAs(call: ToolCallEntry): "file" | "search" | null {
  const state = toolState(call);
  return state === "error" || state === "interrupted" ? null : (toolFor(call).explores ?? null);
}

const tones: Readonly<Record<ToolState, Tone>> = {
  pending: "live",
  success: "done",
  truncated: "done",
  error: "failed",
  interrupted: "waiting",
  "agent-callback": "agent",
};

/** A call as one line. */
export function toolLine(call: ToolCallEntry): Line {
  const { title, object, state } = toolCard(call, emptyConversation);
  return { icon: "tool", tone: tones[state], text: oneLine(object === null ? title : `${title} ${object}`) };
}
