import type { KnownEvent } from "../events/all-events.ts";
import { cleanToolName } from "../events/tool-name.ts";
import { isTooDeep } from "../json-depth.ts";
import { limits } from "../limits.ts";
import { agentsMessage } from "../tools/agents-message.ts";
import { askUserQuestion } from "../tools/ask-user-question.ts";
import { bash } from "../tools/bash.ts";
import { callToMake } from "../tools/call-preview.ts";
import type { Tool } from "../tools/card.ts";
import { deleteFile } from "../tools/delete.ts";
import { edit } from "../tools/edit.ts";
import { exitPlanMode } from "../tools/exit-plan-mode.ts";
import { glob } from "../tools/glob.ts";
import { grep } from "../tools/grep.ts";
import { ls } from "../tools/ls.ts";
import { moveFile } from "../tools/move.ts";
import { read } from "../tools/read.ts";
import { toolLine, toolNamed } from "../tools/registry.ts";
import { task } from "../tools/task.ts";
import { todo } from "../tools/todo.ts";
import { webFetch } from "../tools/web-fetch.ts";
import { webSearch } from "../tools/web-search.ts";
import { write } from "../tools/write.ts";
import { statusText } from "../view/status-text.ts";

/** An agent's activity as text, from a single event. */

interface ReportedStatus {
  readonly status: string;
  readonly detail?: string | undefined;
  readonly toolName?: string | undefined;
}

/** A status: its own text, else the action of the tool that it names. */
export function statusActivity(reported: ReportedStatus): string {
  const { status, detail = null, toolName = null } = reported;
  const isNamed = status === "calling_tool" && detail === null && toolName !== null;
  const tool = isNamed ? toolTexts.get(toolNamed(cleanToolName(toolName))) : undefined;
  return tool ?? statusText({ status, detail, toolName });
}

/** A call that starts: "Reading src/a.ts". Long texts of its input are skipped. */
export function callActivity(event: Extract<KnownEvent, { readonly type: "tool_call_start" }>): string {
  const { toolName, input, kind = null, title = null, locations = [], content = [] } = event;
  const call = callToMake(cleanToolName(toolName), shortened(input), null);
  const shown = content.map((each) => (each.type === "diff" ? { ...each, oldText: "", newText: "" } : each));
  return toolLine({ ...call, toolKind: kind, title, locations, content: shown }).text;
}

function shortened(input: unknown): unknown {
  if (isTooDeep(input)) return null;
  if (typeof input !== "object" || input === null || Array.isArray(input)) return input;
  const fields = Object.entries(input).map(([name, value]) => [
    name,
    typeof value === "string" ? value.slice(0, limits.activityChars) : value,
  ]);
  return Object.fromEntries(fields);
}

/** The action of a tool. */
const toolTexts: ReadonlyMap<Tool, string> = new Map([
  [bash, "Running a command"],
  [read, "Reading a file"],
  [write, "Writing a file"],
  [edit, "Editing a file"],
  [grep, "Searching code"],
  [glob, "Finding files"],
  [ls, "Listing files"],
  [deleteFile, "Deleting a file"],
  [moveFile, "Moving a file"],
  [task, "Running a subagent"],
  [webFetch, "Fetching a page"],
  [webSearch, "Searching the web"],
  [todo, "Updating to-dos"],
  [agentsMessage, "Messaging an agent"],
  [askUserQuestion, "Asking a question"],
  [exitPlanMode, "Presenting a plan"],
]);
