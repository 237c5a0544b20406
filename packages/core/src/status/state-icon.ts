import { cleanToolName } from "../events/tool-name.ts";
import { bash } from "../tools/bash.ts";
import type { Tool } from "../tools/card.ts";
import { edit } from "../tools/edit.ts";
import { glob } from "../tools/glob.ts";
import { grep } from "../tools/grep.ts";
import { ls } from "../tools/ls.ts";
import { mcp } from "../tools/mcp.ts";
import { read } from "../tools/read.ts";
import { toolNamed } from "../tools/registry.ts";
import { task } from "../tools/task.ts";
import { webFetch } from "../tools/web-fetch.ts";
import { webSearch } from "../tools/web-search.ts";
import { write } from "../tools/write.ts";
import type { StatusCategory } from "./message.ts";

export type ActivityState = "executing" | "thinking" | "idle";
export type StateAnimation = "variable-color" | "pulse" | "bounce" | "none";

export interface StateIcon {
  /** Polylog's icon name, for web and terminal; null shows nothing. */
  readonly icon: string | null;
  /** The SF Symbol with the same meaning. */
  readonly symbol: string | null;
  readonly animation: StateAnimation;
  readonly label: string;
}

type Row = readonly [
  category: StatusCategory,
  icon: string | null,
  symbol: string | null,
  animation: StateAnimation,
  label: string,
];

const stateRows = {
  executing: ["preparing", "hourglass", "hourglass", "variable-color", "Preparing…"],
  thinking: ["thinking", "brain", "brain.head.profile", "pulse", "Thinking…"],
  idle: ["idle", null, null, "none", "Ready"],
} as const satisfies Record<ActivityState, Row>;

const toolRows: ReadonlyMap<Tool, Row> = new Map([
  [bash, ["bash", "terminal", "terminal", "variable-color", "Running command…"]],
  [read, ["read", "file-text", "doc.text", "pulse", "Reading file…"]],
  [write, ["write", "pencil", "pencil", "bounce", "Writing file…"]],
  [edit, ["edit", "pencil-line", "pencil.line", "bounce", "Editing file…"]],
  [grep, ["grep", "search", "magnifyingglass", "pulse", "Searching code…"]],
  [glob, ["glob", "folder-search", "folder.badge.magnifyingglass", "pulse", "Finding files…"]],
  [task, ["task", "users", "person.2", "variable-color", "Running subagent…"]],
  // In addition to the seed's table.
  [ls, ["glob", "folder-search", "folder.badge.magnifyingglass", "pulse", "Listing files…"]],
  [webFetch, ["web", "globe", "globe", "pulse", "Fetching page…"]],
  [webSearch, ["web", "text-search", "text.magnifyingglass", "pulse", "Searching the web…"]],
  [mcp, ["tool", "plug", "powerplug", "variable-color", "Calling tool…"]],
] satisfies [Tool, Row][]);

/**
 * The icon of a state. A tool is given by name, and by its category if the agent states one; it counts only while executing. An
 * unknown tool gets the default.
 */
export function stateIcon(state: ActivityState, tool?: string, kind?: string | null): StateIcon {
  const [, icon, symbol, animation, label] = rowOf(state, tool, kind) ?? stateRows.executing;
  return { icon, symbol, animation, label };
}

/** The message category of a state; an unknown tool still counts as a running tool. */
export function statusCategory(state: ActivityState, tool?: string, kind?: string | null): StatusCategory {
  const row = rowOf(state, tool, kind);
  return row === undefined ? "tool" : row[0];
}

/** By the tool's card: every agent's name for a tool means the same. */
function rowOf(
  state: ActivityState,
  tool: string | undefined,
  kind: string | null | undefined,
): Row | undefined {
  if (state !== "executing" || tool === undefined) return stateRows[state];
  return toolRows.get(toolNamed(cleanToolName(tool), kind));
}
