import { fileAccess, isShellTool } from "@polylog/core";
import type { Native } from "../../connection/native-value.ts";
import { nameOf, recordOf } from "../../connection/native-value.ts";
import type { Traits } from "../known-agents.ts";

/** A name for a call by its class, where the agent gives none. */
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

/** Names that OpenCode gives as the first title of a call. Any other title may be a command or a file. */
const titles =
  /^(?:bash|read|write|edit|multiedit|patch|apply_patch|glob|grep|list|webfetch|websearch|task|question|skill|lsp|todo(?:write|read)|plan_exit)$/;

/** What a tool is called: as the agent says, in one of the ways that agents do, or by its class. */
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
    // Gemini CLI puts it before the id.
    /^([a-z]\w*?)__/i.exec(nativeId)?.[1] ??
    titleAsName(update, showsInputAsText && update.status === "pending") ??
    byKind[nameOf(update.kind) ?? ""] ??
    placeholder
  );
}

function titleAsName({ title, kind }: Native, isName: boolean): string | undefined {
  const text = nameOf(title) ?? "";
  const isOpen = kind === "other" || nameOf(kind) === null;
  // A tool that the agent does not class is somebody else's: a title makes it no tool for commands or files.
  if (isOpen && (isShellTool(text) || fileAccess(text) !== null)) return undefined;
  return (isOpen || isName ? /^[a-z]\w*$/i : titles).exec(text)?.[0];
}

/**
 * Copilot joins the names of a server and its tool when it announces a call. When it asks for leave it puts another title
 * in its place, which the server has chosen: that one names nobody's tool.
 */
function joinedTitle({ title, kind, status }: Native): string | undefined {
  if (kind !== "other" || status !== "pending") return undefined;
  return /^[a-z][\w-]*-[\w-]+$/i.exec(nameOf(title) ?? "")?.[0];
}

/** Codex names a tool of a server for MCP in the title. */
function mcpTitle({ title }: Native): string | undefined {
  const [, server, tool] = /^mcp\.([\w-]+)\.([\w-]+)$/.exec(nameOf(title) ?? "") ?? [];
  return server === undefined || tool === undefined ? undefined : `mcp__${server}__${tool}`;
}

/** Zed's adapter for Codex names it in the title and in what it gives as the input. */
function mcpInput({ title, rawInput }: Native): string | undefined {
  const { server, tool } = recordOf(rawInput);
  if (nameOf(server) === null || nameOf(tool) === null) return undefined;
  return title === `Tool: ${server}/${tool}` ? `mcp__${server}__${tool}` : undefined;
}
