import path from "node:path";
import type { ToolCallContent, ToolKind } from "@agentclientprotocol/sdk";
import { defined, replacedTexts, type ToolCallEntry, type ToolContent, toolFor } from "@polylog/core";

/** A tool call in the format that editors receive. */
export interface CallFields {
  readonly title: string;
  readonly name: string;
  readonly kind: ToolKind;
  readonly status: "pending" | "in_progress" | "completed" | "failed";
  readonly content: ToolCallContent[];
  readonly locations: { path: string; line?: number }[];
  readonly rawInput?: unknown;
  readonly rawOutput?: unknown;
}

/** The kind of a tool, by any of its card's names. */
const kinds: Readonly<Record<string, ToolKind>> = {
  read: "read",
  ls: "read",
  edit: "edit",
  write: "edit",
  delete: "delete",
  move: "move",
  grep: "search",
  glob: "search",
  bash: "execute",
  web_fetch: "fetch",
  web_search: "fetch",
  task: "think",
  exit_plan_mode: "switch_mode",
};
const known: ReadonlySet<string> = new Set<ToolKind>([
  ...([
    "read",
    "edit",
    "delete",
    "move",
    "search",
    "execute",
    "think",
    "fetch",
    "switch_mode",
    "other",
  ] as const),
]);

function kindOf(call: ToolCallEntry): ToolKind {
  if (call.toolKind !== null && known.has(call.toolKind)) return call.toolKind as ToolKind;
  const { names } = toolFor(call);
  return names.map((name) => kinds[name]).find((kind) => kind !== undefined) ?? "other";
}

/** Editors need absolute paths to open files. */
export function callFields(call: ToolCallEntry, projectRoot: string): CallFields {
  const { input, result, exitCode, live } = call;
  const output = result ?? call.output.toString();
  const isOver = !live;
  return {
    title: call.title ?? titleOf(call),
    name: call.rawName,
    kind: kindOf(call),
    status: isOver ? (call.ok === true ? "completed" : "failed") : input === null ? "pending" : "in_progress",
    content: [
      ...diffsOf(call, projectRoot),
      ...call.content.flatMap(contentOf),
      ...textOf(output || (call.error?.message ?? "")),
    ],
    locations: locationsOf(call, projectRoot),
    ...defined({ rawInput: input }),
    ...(isOver ? { rawOutput: { output, ...defined({ exit_code: exitCode }) } } : {}),
  };
}

function titleOf(call: ToolCallEntry): string {
  const input = recordOf(call.input);
  const about = [input.command, input.file_path, input.path, input.pattern, input.url].find(
    (value) => typeof value === "string" && value !== "",
  );
  if (about === undefined) return call.toolName;
  return typeof input.command === "string" ? input.command : `${call.toolName} ${String(about)}`;
}

function locationsOf(call: ToolCallEntry, projectRoot: string): { path: string; line?: number }[] {
  const absolute = (file: string) => path.resolve(projectRoot, file);
  if (call.locations.length > 0) {
    return call.locations.map(({ path: file, line }) => ({
      path: absolute(file),
      ...defined({ line }),
    }));
  }
  const { file_path, path: file = file_path } = recordOf(call.input);
  return typeof file === "string" && isFileKind(kindOf(call)) ? [{ path: absolute(file) }] : [];
}

function isFileKind(kind: ToolKind): boolean {
  return kind === "read" || kind === "edit" || kind === "delete" || kind === "move";
}

/** The text that an edit replaces, from the agent's diff or from the tool's input. */
function diffsOf(call: ToolCallEntry, projectRoot: string): ToolCallContent[] {
  if (kindOf(call) !== "edit" && !call.content.some(({ type }) => type === "diff")) return [];
  return replacedTexts(call).map(({ path: file, oldText, newText }) => ({
    type: "diff",
    path: path.resolve(projectRoot, file),
    oldText,
    newText,
  }));
}

function contentOf(item: ToolContent): ToolCallContent[] {
  switch (item.type) {
    case "diff":
      return [];
    case "text":
      return textOf(item.text);
    case "image":
      return item.data === undefined
        ? []
        : [{ type: "content", content: { type: "image", data: item.data, mimeType: item.mediaType } }];
    case "link":
      return [
        { type: "content", content: { type: "resource_link", uri: item.uri, name: item.title ?? item.uri } },
      ];
  }
}

export function textOf(text: string): ToolCallContent[] {
  return text === "" ? [] : [{ type: "content", content: { type: "text", text } }];
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}
