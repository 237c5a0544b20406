import { escapeItem, escapeText } from "./escape.ts";
import type { Action, Script, Step } from "./steps.ts";

/** Writes a script as text. Invalid steps are left out. */
export function printScript(script: Script): string {
  return script.steps.flatMap((step) => (step.kind === "actions" ? [printStep(step)] : [])).join(" ");
}

export function printStep(step: Extract<Step, { kind: "actions" }>): string {
  const body = step.actions.map(printAction).join(" ++ ");
  // A bracket or backslash at the end would combine with the closing brackets.
  return /[\]\\]$/.test(body) ? `[[${body} ]]` : `[[${body}]]`;
}

function printAction(action: Action): string {
  switch (action.do) {
    case "say":
    case "think":
      return `${action.do} ${escapeText(action.text)}`.trimEnd();
    case "words":
      return `words ${action.count} ${action.ms}`;
    case "tool":
      return `tool ${action.name} ${JSON.stringify(action.input)}`;
    case "shell":
      return `shell ${escapeText(action.command)}`;
    case "read":
      return `read ${escapeText(quotePath(action.path))}`;
    case "write":
      return `write ${escapeText(`${quotePath(action.path)} ${JSON.stringify(action.content)}`)}`;
    case "edit":
      return `edit ${quotePath(action.path)} ${JSON.stringify({ old: action.old, new: action.new })}`;
    case "ask":
      return `ask ${printItems([action.question, ...action.options])}`;
    case "plan":
      return `plan ${printItems(action.items)}`;
    case "subagent":
      return `subagent ${escapeText(action.prompt)}`;
    case "huge":
      return `huge ${action.kilobytes}`;
    case "usage":
      return `usage ${action.input} ${action.output}${action.cached === 0 ? "" : ` ${action.cached}`}`;
    case "error":
      return `error ${action.status}${action.times === null ? "" : ` ${action.times}`}`;
    case "cut":
    case "malformed":
    case "nodone":
      return action.times === null ? action.do : `${action.do} ${action.times}`;
    case "stall":
      return `stall ${action.ms}`;
    case "stop":
      return `stop ${action.reason}`;
  }
}

function printItems(items: readonly string[]): string {
  return escapeText(items.map(escapeItem).join(" | "));
}

function quotePath(path: string): string {
  return JSON.stringify(path);
}
