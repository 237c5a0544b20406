/** What a shell makes of a text, read cautiously: for leave too little is understood, for a no too much. */

/** Whether a text is one plain command. Letters that mean something to a shell count inside of quotes too. */
export function isOneCommand(text: string): boolean {
  return /^[^;&|<>(){}`$!\p{Cc}\u2028\u2029]*$/u.test(text);
}

export interface SimpleCommand {
  readonly words: readonly string[];
  /** Where in the words a command may begin: before and behind assignments, and behind what runs others. */
  readonly starts: readonly number[];
}

/** How deep scripts inside of scripts are looked into. */
const depth = 4;

/** Every command that a text may run. */
export function shellCommands(text: string, deeper = depth): readonly SimpleCommand[] {
  const { commands, isSure } = split(text);
  const found = isSure ? commands : [...commands, ...crudely(text)];
  const scripts = found.flatMap((words) => (deeper > 0 && runsShell(words) ? words.filter(isScript) : []));
  return [
    ...found.map((words) => ({ words, starts: startsOf(words) })),
    ...scripts.flatMap((script) => shellCommands(script, deeper - 1)),
  ];
}

const shells = ["bash", "sh", "zsh", "dash", "fish", "ksh", "eval", "su", "ssh", "trap", "watch", "pwsh"];
const runners: ReadonlySet<string> = new Set([
  ...shells,
  ...["sudo", "doas", "env", "command", "builtin", "exec", "nohup", "nice", "ionice", "timeout", "time"],
  ...[
    "xargs",
    "setsid",
    "stdbuf",
    "strace",
    "busybox",
    "source",
    ".",
    "alias",
    "powershell",
    "cmd",
    "parallel",
  ],
]);
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

/** Whether a program, or a word of the shell, is there to run what comes behind it. */
export function runsOthers(word: string): boolean {
  return runners.has(nameOf(word)) || keywords.has(word);
}

/** Without the folder that a program is in. */
export function nameOf(program: string): string {
  return program.slice(program.lastIndexOf("/") + 1) || program;
}

function startsOf(words: readonly string[]): readonly number[] {
  const first = words.findIndex((word) => !assignment.test(word) && !keywords.has(word));
  const program = words[first];
  const isAnywhere = program !== undefined && runners.has(nameOf(program));
  return [...words.keys()].slice(0, isAnywhere ? words.length : Math.max(first, 0) + 1);
}

function runsShell(words: readonly string[]): boolean {
  return words.some((word) => shells.includes(nameOf(word)));
}

function isScript(word: string): boolean {
  return /\s|[;&|]/.test(word);
}

/** Words between all that could part them, whatever is quoted. */
function crudely(text: string): string[][] {
  return text
    .split(/[;&|<>(){}`'"\n\r]/)
    .map((part) => part.split(/\s+/).filter((word) => word !== ""))
    .filter((words) => words.length > 0);
}

interface Frame {
  readonly words: string[];
  word: string | null;
  /** What closes it, and whether it is inside of double quotes. */
  readonly closes: ")" | "`" | "";
  inQuotes: boolean;
  /** The next word is a file's name. */
  redirects: boolean;
}

function split(text: string): { readonly commands: string[][]; readonly isSure: boolean } {
  const commands: string[][] = [];
  const frames: Frame[] = [];
  let frame = opened("");
  let isSure = !/<<|\$'|(?:^|\s)#/.test(text);
  const endWord = () => {
    if (frame.word !== null && !frame.redirects) frame.words.push(frame.word);
    if (frame.word !== null) frame.redirects = false;
    frame.word = null;
  };
  const endCommand = () => {
    endWord();
    frame.redirects = false;
    if (frame.words.length > 0) commands.push(frame.words.splice(0));
  };
  const open = (closes: ")" | "`") => {
    frames.push(frame);
    frame = opened(closes);
  };
  const close = () => {
    endCommand();
    frame = frames.pop() ?? frame;
  };
  for (let at = 0; at < text.length; at++) {
    const letter = text[at] as string;
    const next = text[at + 1] ?? "";
    if (letter === "\\") {
      at++;
      const isKept = frame.inQuotes && !/["\\$`\n]/.test(next);
      if (next !== "\n") frame.word = `${frame.word ?? ""}${isKept ? "\\" : ""}${next}`;
    } else if (letter === '"') {
      frame.inQuotes = !frame.inQuotes;
      frame.word ??= "";
    } else if (letter === "`") {
      if (frame.closes === "`" && !frame.inQuotes) close();
      else {
        frame.word ??= "";
        open("`");
      }
    } else if (letter === "$" && next === "(") {
      frame.word ??= "";
      open(")");
      at++;
    } else if (frame.inQuotes) {
      frame.word = (frame.word ?? "") + letter;
    } else if (letter === "'") {
      const end = text.indexOf("'", at + 1);
      if (end === -1) isSure = false;
      frame.word = (frame.word ?? "") + text.slice(at + 1, end === -1 ? text.length : end);
      at = end === -1 ? text.length : end;
    } else if (letter === "(") {
      endCommand();
      open(")");
    } else if (letter === ")") {
      if (frame.closes === ")") close();
      else endCommand();
    } else if (letter === "<" || letter === ">") {
      if (/^\d+$/.test(frame.word ?? "")) frame.word = null;
      endWord();
      frame.redirects = next !== "(";
      if (next === "&" || next === "|") at++;
    } else if (/[;&|\n\r]/.test(letter)) endCommand();
    else if (/\s/.test(letter)) endWord();
    else frame.word = (frame.word ?? "") + letter;
  }
  if (frames.length > 0 || frame.inQuotes) isSure = false;
  for (;;) {
    endCommand();
    const outer = frames.pop();
    if (outer === undefined) return { commands, isSure };
    frame = outer;
  }
}

function opened(closes: Frame["closes"]): Frame {
  return { words: [], word: null, closes, inQuotes: false, redirects: false };
}
