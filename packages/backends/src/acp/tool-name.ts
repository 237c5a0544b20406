import type { Native } from "../connection/native-value.ts";
import { nameOf, recordOf } from "../connection/native-value.ts";

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
export function toolNameOf(update: Native, nativeId: string, before = placeholder): string {
  const said = nameOf(update.name) ?? nameOf(recordOf(recordOf(update._meta).claudeCode).toolName);
  if (said !== null) return said;
  if (before !== placeholder) return before;
  return (
    mcpTitle(update) ??
    // Gemini CLI puts it before the id.
    /^([a-z]\w*?)__/i.exec(nativeId)?.[1] ??
    titleAsName(update) ??
    byKind[nameOf(update.kind) ?? ""] ??
    placeholder
  );
}

function titleAsName({ title, kind }: Native): string | undefined {
  const text = nameOf(title) ?? "";
  const isOpen = kind === "other" || nameOf(kind) === null;
  return (isOpen ? /^[a-z]\w*$/i : titles).exec(text)?.[0];
}

/** Codex names a tool of a server for MCP in the title. */
function mcpTitle({ title }: Native): string | undefined {
  const [, server, tool] = /^mcp\.([\w-]+)\.([\w-]+)$/.exec(nameOf(title) ?? "") ?? [];
  return server === undefined || tool === undefined ? undefined : `mcp__${server}__${tool}`;
}
