import { defined, type EventBody, type ToolContent } from "@polylog/core";
import { countOf, type Native, nameOf, recordOf, recordsOf, textOf } from "../../connection/native-value.ts";
import type { RunRef } from "../../connection/translation.ts";
import { POLYLOG_SERVER } from "../../polylog-tools/tool-name.ts";
import { shellCommand } from "./shell-command.ts";
import { type CodexState, type Thread, withItem, withoutItem, withStatus } from "./state.ts";
import type { ItemTranslation } from "./text-items.ts";

/** Items that are tool calls. */

type Start = Omit<Extract<EventBody, { type: "tool_call_start" }>, "type" | "callId" | "runId" | "agentId">;
type Result = Partial<Omit<Extract<EventBody, { type: "tool_result" }>, "type" | "callId" | "toolName">>;

interface CallReader {
  start(item: Native): Start;
  result(item: Native): Result;
}

/** By item type. */
const readers: Readonly<Record<string, CallReader>> = {
  commandExecution: {
    start: (item) => ({
      toolName: "shell",
      kind: commandKind(item.commandActions),
      input: commandInput(item),
      ...locations(recordsOf(item.commandActions).map(({ path }) => path)),
    }),
    result: (item) => {
      const exitCode = Number.isSafeInteger(item.exitCode) ? (item.exitCode as number) : null;
      const output = textOf(item.aggregatedOutput);
      const failure = exitCode === null ? "The command did not finish." : `Exit code ${exitCode}`;
      return {
        ...resultOfStatus(item.status, failure),
        ...defined({ result: output, exitCode }),
      };
    },
  },
  fileChange: {
    start: (item) => ({
      toolName: "apply_patch",
      kind: "edit",
      input: { changes: recordsOf(item.changes) },
      ...locations(recordsOf(item.changes).map(({ path }) => path)),
    }),
    result: (item) => resultOfStatus(item.status, "The patch could not be applied."),
  },
  mcpToolCall: {
    start: (item) => ({ toolName: mcpToolName(item.server, item.tool), input: item.arguments ?? {} }),
    result: (item) => {
      const error = nameOf(recordOf(item.error).message);
      const { content, structuredContent } = recordOf(item.result);
      return {
        ...resultOfStatus(item.status, error ?? "The tool failed."),
        ...mcpContent(content, structuredContent),
      };
    },
  },
  dynamicToolCall: {
    start: (item) => ({
      toolName: mcpToolName(item.namespace ?? POLYLOG_SERVER, item.tool),
      input: item.arguments ?? {},
    }),
    result: (item) => {
      const text = recordsOf(item.contentItems).flatMap((part) => textOf(part.text) ?? []);
      const ok = item.success !== false && item.status === "completed";
      return ok
        ? { ok, result: text.join("\n") }
        : failed("tool_error", text.join("\n") || "The tool failed.");
    },
  },
  webSearch: {
    start: (item) => ({ toolName: "web_search", kind: "search", input: { query: textOf(item.query) ?? "" } }),
    result: () => ({ ok: true }),
  },
  imageView: {
    start: (item) => ({ toolName: "view_image", kind: "read", input: { path: textOf(item.path) ?? "" } }),
    result: () => ({ ok: true }),
  },
  imageGeneration: {
    start: (item) => ({ toolName: "image_generation", input: { prompt: textOf(item.revisedPrompt) ?? "" } }),
    result: (item) => ({ ok: item.status !== "failed", result: textOf(item.savedPath) ?? "" }),
  },
  sleep: {
    start: (item) => ({ toolName: "sleep", input: { durationMs: countOf(item.durationMs) ?? 0 } }),
    result: () => ({ ok: true }),
  },
};

export function isCall(type: string): boolean {
  return Object.hasOwn(readers, type);
}

export function startCall(
  state: CodexState,
  given: Thread,
  runRef: RunRef,
  itemId: string,
  item: Native,
): ItemTranslation {
  const reader = readers[String(item.type)] as CallReader;
  const call = reader.start(item);
  const { toolName, input } = call;
  const { thread, events } = withStatus(state, given, "calling_tool", { toolName });
  const isCommand = item.type === "commandExecution";
  return {
    thread: withItem(thread, itemId, { kind: "call", toolName, input, offset: 0, isCommand }),
    events: [...events, { type: "tool_call_start", callId: itemId, ...call, ...runRef }],
  };
}

export function endCall(
  state: CodexState,
  given: Thread,
  runRef: RunRef,
  itemId: string,
  item: Native,
): ItemTranslation {
  // Some calls are reported only after they have ended.
  const { thread, events } = given.items.has(itemId)
    ? { thread: given, events: [] }
    : startCall(state, given, runRef, itemId, item);
  const open = thread.items.get(itemId);
  if (open?.kind !== "call") return { thread, events };
  const { ok = false, ...rest } = (readers[String(item.type)] as CallReader).result(item);
  const durationMs = countOf(item.durationMs);
  const result: EventBody = {
    type: "tool_result",
    callId: itemId,
    toolName: open.toolName,
    ok,
    ...rest,
    ...defined({ durationMs }),
    ...runRef,
  };
  const status = withStatus(state, withoutItem(thread, itemId), "working");
  return { thread: status.thread, events: [...events, result, ...status.events] };
}

/** Adds streamed output to a call. */
export function growCall(thread: Thread, runRef: RunRef, itemId: string, delta: string): ItemTranslation {
  const call = thread.items.get(itemId);
  if (call?.kind !== "call" || delta === "") return { thread, events: [] };
  const { offset, toolName } = call;
  const event: EventBody = {
    type: "tool_output_delta",
    callId: itemId,
    toolName,
    offset,
    delta,
    ...runRef,
  };
  return { thread: withItem(thread, itemId, { ...call, offset: offset + delta.length }), events: [event] };
}

/** Reports commands that keep running after their turn as background commands. */
export function leaveRunning(thread: Thread, runRef: RunRef): EventBody[] {
  return [...thread.items].flatMap(([callId, item]) =>
    item.kind === "call" && item.isCommand
      ? [{ type: "tool_result" as const, callId, toolName: item.toolName, ok: true, ...runRef }]
      : [],
  );
}

/** The input of a command, also for its permission request. */
export function commandInput(item: Native): { readonly command: string; readonly cwd?: string } {
  const cwd = nameOf(item.cwd);
  return { command: shellCommand(textOf(item.command) ?? ""), ...defined({ cwd }) };
}

export function mcpToolName(server: unknown, tool: unknown): string {
  return `mcp__${nameOf(server) ?? "server"}__${nameOf(tool) ?? "tool"}`;
}

const readKinds: ReadonlyMap<unknown, string> = new Map([
  ["read", "read"],
  ["listFiles", "search"],
  ["search", "search"],
]);

/** Codex reports what a command does if it only reads. */
function commandKind(actions: unknown): string {
  const kinds = new Set(recordsOf(actions).map(({ type }) => readKinds.get(type) ?? "execute"));
  return kinds.size === 1 ? ([...kinds][0] as string) : "execute";
}

function locations(paths: readonly unknown[]): Pick<Start, "locations"> {
  const named = [...new Set(paths.flatMap((path) => nameOf(path) ?? []))];
  return named.length === 0 ? {} : { locations: named.map((path) => ({ path })) };
}

function resultOfStatus(status: unknown, failure: string): Result {
  if (status === "completed") return { ok: true };
  return status === "declined"
    ? failed("permission_denied", "This was not allowed.")
    : failed("tool_error", failure);
}

function failed(code: string, message: string): Result {
  return { ok: false, error: { code, message } };
}

/** The result of an MCP tool: its text and images, or its structured values if it has neither. */
function mcpContent(parts: unknown, structured: unknown): Result {
  const content: ToolContent[] = [];
  const texts: string[] = [];
  for (const part of recordsOf(parts)) {
    const text = textOf(part.text) ?? textOf(recordOf(part.resource).text);
    const mediaType = nameOf(part.mimeType);
    const data = nameOf(part.data);
    if (part.type === "image" && mediaType !== null && data !== null) {
      content.push({ type: "image", mediaType, data });
    } else if (text !== null) texts.push(text);
    else if (nameOf(part.uri) !== null) texts.push(String(part.uri));
  }
  if (texts.length === 0 && content.length === 0 && structured !== undefined && structured !== null) {
    texts.push(JSON.stringify(structured));
  }
  return { result: texts.join("\n"), ...(content.length === 0 ? {} : { content }) };
}
