import { limits } from "../limits.ts";
import { programNamed } from "./programs/index.ts";
import { type Program, readOptions } from "./programs/program.ts";
import { splitCommands, splitCrudely } from "./split-commands.ts";

/** The commands in a shell text, for deny rules: too many rather than too few. */

/** Whether a text is one plain command. Shell metacharacters count even inside quotes. */
export function isOneCommand(text: string): boolean {
  return /^[^;&|<>(){}`$!\p{Cc}\u2028\u2029]*$/u.test(text);
}

export interface SimpleCommand {
  readonly words: readonly string[];
  /** Where in the words a command may begin: before and after assignments, and anywhere after a wrapper. */
  readonly starts: readonly number[];
  /** It may be a command, or only text in another program's code. */
  readonly isGuess: boolean;
  /** It runs a command that its words do not name, such as `$x` or a script from its input. */
  readonly isOpaque: boolean;
}

export interface ShellReading {
  /** False if the text is too long, or its scripts nest too deeply, to be read completely. */
  readonly isWhole: boolean;
  readonly commands: readonly SimpleCommand[];
}

/** The maximum depth of scripts inside scripts. */
const depth = 4;

/** Every command that a text may run. The work is limited for any text. */
export function readCommands(text: string): ShellReading {
  if (text.length > limits.commandChars) return { isWhole: false, commands: [] };
  const commands: SimpleCommand[] = [];
  let charsLeft = limits.commandReadChars;
  let isWhole = true;
  const read = (script: string, deeper: number) => {
    charsLeft -= script.length;
    if (deeper < 0 || charsLeft < 0) {
      isWhole = false;
      return;
    }
    const spaced = script.replace(/\$\{IFS[^}]{0,20}\}|\$IFS\b/g, " ");
    const { commands: split, isSure } = splitCommands(spaced);
    for (const words of isSure ? split : [...split, ...splitCrudely(spaced)]) {
      const command = commandOf(words.flatMap(expanded));
      commands.push(command);
      for (const inner of scriptsIn(command)) read(inner, deeper - 1);
      for (const inner of codeIn(command)) {
        charsLeft -= inner.length;
        if (charsLeft < 0) isWhole = false;
        else commands.push(...splitCrudely(inner).map((guess) => ({ ...commandOf(guess), isGuess: true })));
      }
    }
  };
  read(text, depth);
  return { isWhole, commands };
}

/** The words of a single shell command; null if the text is empty or has several commands. */
export function wordsOfSimpleCommand(text: string): readonly string[] | null {
  const { commands } = splitCommands(text);
  return commands.length === 1 ? (commands[0] ?? null) : null;
}

const keywords: ReadonlySet<string> = new Set([
  ...[
    "{",
    "}",
    "!",
    "if",
    "then",
    "else",
    "elif",
    "fi",
    "do",
    "done",
    "while",
    "until",
    "for",
    "case",
    "esac",
  ],
  ...["in", "select", "function", "coproc", "[["],
]);
const assignment = /^[A-Za-z_]\w*(?:\[[^\]]*\])?\+?=/;

/** Without the folder of the program. */
export function programName(program: string): string {
  return program.slice(program.lastIndexOf("/") + 1) || program;
}

/** A shell expands `{rm,-r,x}` to three words. */
function expanded(word: string): readonly string[] {
  return /^\{[^{}]*,[^{}]*\}$/.test(word) ? word.slice(1, -1).split(",") : [word];
}

function commandOf(words: readonly string[]): SimpleCommand {
  const first = words.findIndex((word) => !assignment.test(word) && !keywords.has(word));
  const at = Math.max(first, 0);
  const runsOthers = first !== -1 && isRunner(words.slice(first));
  const starts = [...words.keys()].slice(0, runsOthers ? words.length : at + 1);
  return {
    words,
    starts,
    isGuess: false,
    isOpaque: first !== -1 && isOpaque(words.slice(first), runsOthers),
  };
}

/** Whether a program, one of its options or one of its subcommands runs other programs. */
function isRunner([name = "", ...rest]: readonly string[]): boolean {
  const program = programNamed(programName(name));
  if (program === undefined || program.role === "interpreter") return false;
  return program.role !== undefined || hasMark(program, rest);
}

function hasMark(program: Program, words: readonly string[]): boolean {
  const { commands = {} } = program;
  const at = words.findIndex((word) => Object.hasOwn(commands, word));
  const command = commands[words[at] ?? ""];
  const marks = marksOf(program);
  const own = at === -1 ? words : words.slice(0, at + 1);
  return (
    own.some((word) => isMark(word, marks)) ||
    (command !== undefined && hasMark(command, words.slice(at + 1)))
  );
}

const marksByProgram = new WeakMap<Program, readonly string[]>();

function marksOf(program: Program): readonly string[] {
  const marks = marksByProgram.get(program) ?? [...readOptions(program.runs).names];
  marksByProgram.set(program, marks);
  return marks;
}

/** Whether a word is an option, an abbreviation of one such as `--exe`, or contains its letter as in `-nO`. */
function isMark(word: string, marks: readonly string[]): boolean {
  const [name = ""] = word.split("=", 1);
  if (name.startsWith("--")) return name.length > 3 && marks.some((mark) => mark.startsWith(name));
  const isShort = name.startsWith("-");
  return marks.some(
    (mark) => mark === name || (isShort && mark.length === 2 && name.includes(mark.slice(1))),
  );
}

function isOpaque(words: readonly string[], runsOthers: boolean): boolean {
  const [name = "", ...rest] = words;
  if (/\$|[*?]|\[.+\]|\{.*,.*\}/.test(name)) return true;
  if (!runsOthers) return false;
  const readsInput =
    rest.every((word) => word.startsWith("-")) && programNamed(programName(name))?.role === "shell";
  return readsInput || rest.some((word) => word.startsWith("$"));
}

/** Scripts that a wrapper or a shell receives. */
function scriptsIn({ words, starts }: SimpleCommand): readonly string[] {
  if (starts.length < words.length) return [];
  return words.filter(isScript).flatMap((word) => {
    // `--exec='rm x'`, `--action=exec='rm x'` and `-x'rm x'`.
    const values = [/^[^\s=]*=(.*)$/s, /^\S*=(.*)$/s, /^-[^-](.*)$/s].map(
      (form) => form.exec(word)?.[1] ?? word,
    );
    return [...new Set([word, ...values])].map((text) => text.replace(/^!/, ""));
  });
}

/** Code that an interpreter receives. */
function codeIn({ words }: SimpleCommand): readonly string[] {
  const at = words.findIndex((word) => programNamed(programName(word))?.role === "interpreter");
  return at === -1 ? [] : words.slice(at + 1).filter(isScript);
}

function isScript(word: string): boolean {
  return /[\s;&|(]/.test(word);
}
