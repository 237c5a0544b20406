import { cleanToolName } from "../events/tool-name.ts";
import { isTooDeep } from "../json-depth.ts";
import { limits } from "../limits.ts";
import { quoted, shellWords } from "../tools/input/command.ts";
import { isShellTool } from "../tools/registry.ts";
import { knownSafe } from "./known-safe.ts";
import { readCommands, type ShellReading } from "./shell-commands.ts";
import { type FileAccess, namedFiles, resolvePath } from "./subject-files.ts";

/** What a call is about: the part of it that a rule is for. */
export interface PermissionSubject {
  readonly kind: "command" | "file" | "call";
  /** The same text is the same subject: a command, a resolved path, or the whole input. */
  readonly text: string;
  /** The folder that a command runs in, where it is not the project's. */
  readonly cwd: string | null;
  /** What the call does to the files it names, with their resolved paths. */
  readonly access: FileAccess | null;
  readonly files: readonly string[];
  /** The commands that a shell runs in it, read once for all rules, also where they are not all that the call says. */
  readonly reading: ShellReading | null;
  /** The program and its subcommand, where a prefix may cover the command: all of its options are known to be harmless. */
  readonly known: readonly string[] | null;
}

export interface AskedCall {
  /** As the agent says it: a tool of an MCP server keeps its server's name. */
  readonly toolName: string;
  readonly input: unknown;
  /** Without it, paths stay relative and the folder of a command is not compared with the project's. */
  readonly projectRoot?: string | undefined;
}

type Fields = Readonly<Record<string, unknown>>;

const commandFields = ["command", "cmd", "script"];
const folderFields = ["cwd", "workdir", "working_directory", "dir_path", "directory"];

/** Beside a command these say how long and why. Every other field may change what is done. */
const asideFields: ReadonlySet<string> = new Set([
  ...["timeout", "timeout_ms", "yield_time_ms", "max_output_tokens"],
  ...["description", "title", "justification", "reason", "run_in_background", "is_background"],
]);

/** Null where the call does not say what it does: then no rule can be for it. */
export function permissionSubject({ toolName, input, projectRoot }: AskedCall): PermissionSubject | null {
  if (isTooDeep(input)) return null;
  const fields = givenFields(input);
  const looksLike = cleanToolName(toolName);
  // A server can call itself and its tools what it likes. That widens a deny rule and never an allow rule.
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

/** A command that is longer than rules read: it is asked each time. */
export function isTooLong({ kind, text }: PermissionSubject): boolean {
  return kind === "command" && text.length > limits.commandChars;
}

/** The fields that say something: no and nothing are as if they were not there. */
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
