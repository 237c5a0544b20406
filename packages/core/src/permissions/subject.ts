import { isTooDeep } from "../json-depth.ts";
import { quoted, shellWords } from "../tools/reading/command.ts";
import { isFileTool, isShellTool } from "../tools/registry.ts";
import { cleanToolName } from "../tools/tool-name.ts";

/** What a call is about, for a rule that is to hold for it again. */
export interface PermissionSubject {
  readonly kind: "command" | "file" | "call";
  /** The same text is the same deed. */
  readonly text: string;
  /** The command that a shell runs in it, also where that is not all that the call says. */
  readonly command: string | null;
}

export interface AskedCall {
  readonly toolName: string;
  readonly input: unknown;
}

type Fields = Readonly<Record<string, unknown>>;

const commandFields = ["command", "cmd", "script"];
const fileFields = ["file_path", "path", "notebook_path"];

/** Beside a command these say where, how long and why. Every other field may change what is done. */
const asideFields: ReadonlySet<string> = new Set([
  ...["cwd", "workdir", "working_directory", "dir_path", "directory"],
  ...["timeout", "timeout_ms", "yield_time_ms", "max_output_tokens"],
  ...["description", "title", "justification", "reason", "run_in_background", "is_background"],
]);

/** Null where the call does not say what it does: then no rule can be for it. */
export function permissionSubject({ toolName, input }: AskedCall): PermissionSubject | null {
  if (isTooDeep(input)) return null;
  const name = cleanToolName(toolName);
  const fields = told(input);
  const whole = { kind: "call", text: JSON.stringify(input ?? null), command: null } as const;
  if (isShellTool(name)) return shellSubject(fields) ?? (isEmpty(fields) ? null : whole);
  if (!isFileTool(name)) return whole;
  if (isEmpty(fields)) return null;
  const paths = fileFields.flatMap((field) => (field in fields ? [fields[field]] : []));
  const [path] = paths;
  const isOne = paths.length === 1 && typeof path === "string" && !("command" in fields);
  return isOne ? { kind: "file", text: path, command: null } : whole;

  function shellSubject(given: Fields): PermissionSubject | null {
    const named = commandFields.filter((field) => field in given);
    const command = named.length === 1 ? commandIn(given[named[0] as string]) : null;
    if (command === null) return null;
    const isAll = Object.keys(given).every((field) => field === named[0] || asideFields.has(field));
    return isAll ? { kind: "command", text: command, command } : { ...whole, command };
  }
}

/** The fields that say something: no and nothing are as if they were not there. */
function told(input: unknown): Fields {
  if (typeof input !== "object" || input === null) return {};
  return Object.fromEntries(
    Object.entries(input).filter(([, value]) => value !== null && value !== undefined && value !== false),
  );
}

function isEmpty(fields: Fields): boolean {
  return Object.keys(fields).length === 0;
}

const shell = /^(?:(?:\/usr(?:\/local)?)?\/bin\/)?(?:bash|sh|zsh|dash)$/;
const shellLine = /^\/\S*\/(?:bash|sh|zsh|dash) -l?c /;

/** What is really run: the script that a shell is given, else the words, quoted so that they read in one way only. */
function commandIn(value: unknown): string | null {
  if (typeof value === "string") {
    const words = shellLine.test(value.slice(0, 200)) ? shellWords(value) : null;
    return (words === null ? null : scriptIn(words)) ?? value;
  }
  if (!Array.isArray(value) || value.length === 0) return null;
  if (!value.every((word) => typeof word === "string")) return null;
  return scriptIn(value) ?? value.map(quoted).join(" ");
}

function scriptIn([program = "", option = "", script, ...more]: readonly string[]): string | null {
  const isShell = shell.test(program) && /^-l?c$/.test(option) && more.length === 0;
  return isShell && script !== undefined ? script : null;
}
