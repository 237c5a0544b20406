import { cleanToolName } from "../events/tool-name.ts";
import { isTooDeep } from "../json-depth.ts";
import { limits } from "../limits.ts";
import { quoted, shellWords } from "../tools/input/command.ts";
import { isShellTool } from "../tools/registry.ts";
import { knownSafe } from "./known-safe.ts";
import { readCommands, type ShellReading } from "./shell-commands.ts";
import { type FileAccess, namedFiles, resolvePath } from "./subject-files.ts";

/** The subject of a call: the part of it that a rule applies to. */
export interface PermissionSubject {
  readonly kind: "command" | "file" | "call";
  /** Equal texts mean the same subject: a command, a resolved path, or the whole input. */
  readonly text: string;
  /** The folder that a command runs in, unless it is the project's. */
  readonly cwd: string | null;
  /** The call's action on the files it names, with their resolved paths. */
  readonly access: FileAccess | null;
  readonly files: readonly string[];
  /** The shell commands in the call, read once for all rules, even if the call contains more than commands. */
  readonly reading: ShellReading | null;
  /** The program and its subcommand, if a prefix may cover the command: all of its options are known to be harmless. */
  readonly known: readonly string[] | null;
}

export interface AskedCall {
  /** As the agent calls it: a tool of an MCP server keeps its server's name. */
  readonly toolName: string;
  readonly input: unknown;
  /** Without it, paths stay relative and the folder of a command is not compared with the project's. */
  readonly projectRoot?: string | undefined;
}

type Fields = Readonly<Record<string, unknown>>;

const commandFields = ["command", "cmd", "script"];
const folderFields = ["cwd", "workdir", "working_directory", "dir_path", "directory"];

/** For a command, these state a timeout or a reason. Any other field may change the effect. */
const asideFields: ReadonlySet<string> = new Set([
  ...["timeout", "timeout_ms", "yield_time_ms", "max_output_tokens"],
  ...["description", "title", "justification", "reason", "run_in_background", "is_background"],
]);

/** Null if the call does not state what it does: then no rule can apply to it. */
export function permissionSubject({ toolName, input, projectRoot }: AskedCall): PermissionSubject | null {
  if (isTooDeep(input)) return null;
  const fields = givenFields(input);
  const looksLike = cleanToolName(toolName);
  // A server can give itself and its tools any name. A false name can widen a deny rule but never an allow rule.
  const isBuiltIn = looksLike === toolName;
  const found = namedFiles(looksLike, fields);
  const whole: PermissionSubject = {
    ...{ kind: "call", text: JSON.stringify(input ?? null), cwd: null, reading: null, known: null },
    access: found?.access ?? null,
    files: found?.paths.map((path) => resolvePath(path, projectRoot)) ?? [],
  };
  if (isShellTool(looksLike)) {
    const subject = shellSubject(fields, whole, projectRoot) ?? (isEmpty(fields) ? null : whole);
    return isBuiltIn || subject === null ? subject : { ...whole, reading: subject.reading };
  }
  if (found === null) return whole;
  if (isEmpty(fields)) return null;
  const [path] = whole.files;
  return found.isAll && isBuiltIn && path !== undefined ? { ...whole, kind: "file", text: path } : whole;
}

function shellSubject(
  fields: Fields,
  whole: PermissionSubject,
  projectRoot: string | undefined,
): PermissionSubject | null {
  const named = commandFields.filter((field) => field in fields);
  const command = named.length === 1 ? commandIn(fields[named[0] as string]) : null;
  if (command === null) return null;
  const reading = readCommands(command);
  const folders = folderFields.flatMap((field) => (field in fields ? [fields[field]] : []));
  const [folder = "."] = folders;
  const isAll = Object.keys(fields).every(
    (field) => field === named[0] || asideFields.has(field) || folderFields.includes(field),
  );
  if (!isAll || folders.length > 1 || typeof folder !== "string") return { ...whole, reading };
  const cwd = resolvePath(folder, projectRoot);
  const isProject = cwd === resolvePath(".", projectRoot);
  const known = knownSafe(command);
  return { ...whole, kind: "command", text: command, cwd: isProject ? null : cwd, reading, known };
}

/** A command longer than rules read: it always asks. */
export function isTooLong({ kind, text }: PermissionSubject): boolean {
  return kind === "command" && text.length > limits.commandChars;
}

/** The fields with a value: false and null count as absent. */
function givenFields(input: unknown): Fields {
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

/** The command that really runs: a shell's script, else the words, quoted so that they have only one reading. */
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
