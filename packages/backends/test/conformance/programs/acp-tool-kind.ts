import type { ToolCallEntry } from "@polylog/core";
import type { ToolKind } from "../support/tool-kinds.ts";

const kinds: Readonly<Record<string, ToolKind>> = {
  execute: "shell",
  read: "read",
  edit: "edit",
  switch_mode: "plan",
};

/** A call's kind, derived from its ACP tool kind. */
export function acpToolKind({ toolKind, rawName }: ToolCallEntry): ToolKind | null {
  return /^mcp_/.test(rawName) ? "mcp" : (kinds[toolKind ?? ""] ?? null);
}
