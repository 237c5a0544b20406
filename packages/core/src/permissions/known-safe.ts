import { limits } from "../limits.ts";
import { programNamed } from "./programs/index.ts";
import { type Options, type Program, readOptions } from "./programs/program.ts";
import { isOneCommand } from "./shell-commands.ts";

/**
 * The words of the program and its subcommand, if all options of a command are known neither to run another program nor to
 * write a file. Null means unknown: no prefix rule covers the command.
 */
export function knownSafe(text: string): readonly string[] | null {
  if (text.length > limits.commandChars) return null;
  const words = plainWords(text);
  const [name, ...rest] = words ?? [];
  if (name === undefined || rest.some(({ beginsWithGlob }) => beginsWithGlob)) return null;
  const program = programNamed(name.text);
  const path = program === undefined ? null : safePath(program, rest);
  return path === null ? null : [name.text, ...path];
}

function safePath(program: Program, words: readonly PlainWord[]): readonly string[] | null {
  if (program.role !== undefined) return null;
  const { commands } = program;
  if (commands === undefined) return areSafe(program, words) ? [] : null;
  const at = words.findIndex(({ text }) => !isOption(text));
  const name = words[at]?.text;
  if (name === undefined) return areSafe(program, words) ? [] : null;
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command === undefined || !words.slice(0, at).every(({ text }) => isSafeOption(program, text)))
    return null;
  const path = safePath(command, words.slice(at + 1));
  return path === null ? null : [name, ...path];
}

/** Every word with a dash is checked, even after `--` and as a value: a program may read it as an option. */
function areSafe(program: Program, words: readonly PlainWord[]): boolean {
  const { safe, operands, script, refuses } = program;
  if (safe === undefined) return false;
  const texts = words.map(({ text }) => text);
  const others = texts.filter((text) => !isOption(text));
  return (
    texts.every((text) => !isOption(text) || isSafeOption(program, text)) &&
    others.every((text) => operands?.test(text) !== false) &&
    (script === undefined || script.test(others[0] ?? "")) &&
    !texts.some((text) => refuses?.test(text) === true)
  );
}

/** `-` alone is standard input. */
function isOption(word: string): boolean {
  return word.startsWith("-") && word !== "-";
}

interface Known {
  readonly safe: Options;
  readonly marked: ReadonlySet<string>;
}

const known = new WeakMap<Program, Known>();

function knownOf(program: Program): Known {
  const found = known.get(program);
  if (found !== undefined) return found;
  const made = {
    safe: readOptions(program.safe),
    marked: readOptions(`${program.runs ?? ""} ${program.writes ?? ""}`).names,
  };
  known.set(program, made);
  return made;
}

function isSafeOption(program: Program, word: string): boolean {
  if (word === "--") return true;
  const { safe, marked } = knownOf(program);
  const isSafe = (name: string) => safe.names.has(name) && !marked.has(name);
  const [name = ""] = word.split("=", 1);
  if (program.isWordStyle === true || word.startsWith("--")) return isSafe(name);
  if (/^-\d+$/.test(word) && safe.names.has("-#")) return true;
  for (const letter of word.slice(1)) {
    if (!isSafe(`-${letter}`)) return false;
    if (safe.valued.has(`-${letter}`)) return true;
  }
  return true;
}

interface PlainWord {
  readonly text: string;
  /** Begins with a file name pattern that a shell expands: a file named `-x` would become an option. */
  readonly beginsWithGlob: boolean;
}

/** The words of one plain command as a shell reads them; null if it is more than one command, or incomplete. */
function plainWords(text: string): readonly PlainWord[] | null {
  if (!isOneCommand(text)) return null;
  const words: PlainWord[] = [];
  let word: { letters: string[]; beginsWithGlob: boolean } | null = null;
  let quote = "";
  const add = (letter: string, isGlob = false) => {
    word ??= { letters: [], beginsWithGlob: false };
    if (isGlob && word.letters.length === 0) word.beginsWithGlob = true;
    if (letter !== "") word.letters.push(letter);
  };
  const end = () => {
    if (word !== null) words.push({ text: word.letters.join(""), beginsWithGlob: word.beginsWithGlob });
    word = null;
  };
  for (let at = 0; at < text.length; at++) {
    const letter = text[at] as string;
    if (quote === "'") {
      if (letter === "'") quote = "";
      else add(letter);
    } else if (letter === "\\") {
      const next = text[at + 1];
      if (next === undefined) return null;
      if (quote === '"' && next !== '"' && next !== "\\") add(letter);
      else add(text[++at] as string);
    } else if (letter === quote) {
      quote = "";
    } else if (quote === "" && (letter === "'" || letter === '"')) {
      quote = letter;
      add("");
    } else if (quote !== "") add(letter);
    else if (letter === " ") end();
    else if (letter === "#" && word === null) return null;
    else add(letter, /[*?[]/.test(letter));
  }
  end();
  return quote === "" ? words : null;
}
