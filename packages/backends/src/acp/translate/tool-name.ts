import { fileAccess, isShellTool } from "@polylog/core";
import { type Native, nameOf, recordOf } from "../../connection/native-value.ts";
import type { Traits } from "../agent-traits.ts";

/** The tool name by the call's kind, if the agent gives no name. */
const byKind: Readonly<Record<string, string>> = {
  read: "Read",
  edit: "Edit",
  delete: "Delete",
  move: "Move",
  search: "Grep",
  execute: "Bash",
  fetch: "WebFetch",
  think: "Think",
  switch_mode: "ExitPlanMode",
};

const placeholder = "tool";

/** Names that OpenCode sends as the first title of a call. Any other title may be a command or a file. */
const titles =
  /^(?:bash|read|write|edit|multiedit|patch|apply_patch|glob|grep|list|webfetch|websearch|task|question|skill|lsp|todo(?:write|read)|plan_exit)$/;

/** The tool's name, in any of the ways agents send it, or a name by the call's kind. */
export function toolNameOf(
  update: Native,
  nativeId: string,
  { joinsToolNames, showsInputAsText }: Traits,
  before = placeholder,
): string {
  const meta = recordOf(update._meta);
  const said = nameOf(update.name) ?? nameOf(recordOf(meta.claudeCode).toolName) ?? nameOf(meta.toolName);
  if (said !== null) return said;
  if (before !== placeholder) return before;
  return (
    mcpTitle(update) ??
    mcpInput(update) ??
    (joinsToolNames ? joinedTitle(update) : undefined) ??
    // Gemini CLI puts the name at the start of the ID.
    /^([a-z]\w*?)__/i.exec(nativeId)?.[1] ??
    titleAsName(update, showsInputAsText && update.status === "pending") ??
    byKind[nameOf(update.kind) ?? ""] ??
    placeholder
  );
}

function titleAsName({ title, kind }: Native, isName: boolean): string | undefined {
  const text = nameOf(title) ?? "";
  const isOpen = kind === "other" || nameOf(kind) === null;
  // A call without a kind comes from a third-party tool: its title must not make it a command or file tool.
  if (isOpen && (isShellTool(text) || fileAccess(text) !== null)) return undefined;
  return (isOpen || isName ? /^[a-z]\w*$/i : titles).exec(text)?.[0];
}

/**
 * Copilot joins the names of a server and its tool when it announces a call. In a permission request it replaces the
 * title with one that the server has chosen, which is not a tool's name.
 */
function joinedTitle({ title, kind, status }: Native): string | undefined {
  if (kind !== "other" || status !== "pending") return undefined;
  return /^[a-z][\w-]*-[\w-]+$/i.exec(nameOf(title) ?? "")?.[0];
}

/** Codex puts the name of an MCP tool in the title. */
function mcpTitle({ title }: Native): string | undefined {
  const [, server, tool] = /^mcp\.([\w-]+)\.([\w-]+)$/.exec(nameOf(title) ?? "") ?? [];
  return server === undefined || tool === undefined ? undefined : `mcp__${server}__${tool}`;
}

/** Zed's Codex adapter puts it in the title and in the input. */
function mcpInput({ title, rawInput }: Native): string | undefined {
  const { server, tool } = recordOf(rawInput);
  if (nameOf(server) === null || nameOf(tool) === null) return undefined;
  return title === `Tool: ${server}/${tool}` ? `mcp__${server}__${tool}` : undefined;
}
