import type { StatusCategory } from "./message.ts";

export type ActivityState = "executing" | "thinking" | "idle";
export type StateAnimation = "variable-color" | "pulse" | "bounce" | "none";

export interface StateIcon {
  /** Our own name, for web and terminal; null shows nothing. */
  readonly icon: string | null;
  /** The SF Symbol of the same meaning. */
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

const toolRows: ReadonlyMap<string, Row> = new Map([
  ["Bash", ["bash", "terminal", "terminal", "variable-color", "Running command…"]],
  ["Read", ["read", "file-text", "doc.text", "pulse", "Reading file…"]],
  ["Write", ["write", "pencil", "pencil", "bounce", "Writing file…"]],
  ["Edit", ["edit", "pencil-line", "pencil.line", "bounce", "Editing file…"]],
  ["Grep", ["grep", "search", "magnifyingglass", "pulse", "Searching code…"]],
  ["Glob", ["glob", "folder-search", "folder.badge.magnifyingglass", "pulse", "Finding files…"]],
  ["Task", ["task", "users", "person.2", "variable-color", "Running subagent…"]],
  // Beyond the seed's table.
  ["WebFetch", ["web", "globe", "globe", "pulse", "Fetching page…"]],
  ["WebSearch", ["web", "text-search", "text.magnifyingglass", "pulse", "Searching the web…"]],
] satisfies [string, Row][]);

const mcpRow: Row = ["tool", "plug", "powerplug", "variable-color", "Calling tool…"];

/** The icon of a state; a tool counts only while executing, and an unknown one looks like no tool. */
export function stateIcon(state: ActivityState, tool?: string): StateIcon {
  const [, icon, symbol, animation, label] = rowOf(state, tool) ?? stateRows.executing;
  return { icon, symbol, animation, label };
}

/** Which messages go with a state; an unknown tool is still a tool at work. */
export function statusCategory(state: ActivityState, tool?: string): StatusCategory {
  const row = rowOf(state, tool);
  return row === undefined ? "tool" : row[0];
}

function rowOf(state: ActivityState, tool: string | undefined): Row | undefined {
  if (state !== "executing" || tool === undefined) return stateRows[state];
  return tool.startsWith("mcp__") ? mcpRow : toolRows.get(tool);
}
