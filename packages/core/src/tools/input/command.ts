/** Commands arrive as a line, as a list of words, or inside a call of the shell. */

/** The intended command; null if the value is not a command. A plain line stays unchanged. */
export function commandText(value: unknown): string | null {
  if (typeof value === "string") return value.trim() === "" ? null : (innerScript(value) ?? value);
  if (!Array.isArray(value) || value.length === 0) return null;
  const words = value.filter((word) => typeof word === "string");
  if (words.length !== value.length) return null;
  return scriptOf(words) ?? words.map(quoted).join(" ");
}

/** Codex runs `/bin/bash -lc '…'`; the requested command is inside. An agent's own `bash -c` is not unwrapped. */
function innerScript(line: string): string | null {
  if (!/^\/\S*\/(?:bash|sh|zsh|dash) -\w*c\s/.test(line.slice(0, 200))) return null;
  const words = shellWords(line);
  return words === null ? null : scriptOf(words);
}

const shells = new Set(["bash", "sh", "zsh", "dash", "powershell", "pwsh"]);

function scriptOf(words: readonly string[]): string | null {
  const program =
    words[0]
      ?.split(/[/\\]/)
      .at(-1)
      ?.toLowerCase()
      .replace(/\.exe$/, "") ?? "";
  const [option, script] = words.slice(-2);
  if (!shells.has(program) || option === undefined || script === undefined || words.length < 3) return null;
  const unix = words.length === 3 && /^-[a-z]*c$/.test(option);
  return unix || option.toLowerCase() === "-command" ? script : null;
}

/** A word, quoted for a shell. */
export function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

const special = new Set(";|&<>()$`*?#~\n[]{}!");

/** The words of a line that calls one program; null if it does more than that or is incomplete. */
export function shellWords(line: string): readonly string[] | null {
  const words: string[] = [];
  let word: string[] | null = null;
  for (let at = 0; at < line.length; at++) {
    const letter = line[at] as string;
    if (letter === " " || letter === "\t") {
      if (word !== null) words.push(word.join(""));
      word = null;
      continue;
    }
    word ??= [];
    if (letter === "'") {
      const end = line.indexOf("'", at + 1);
      if (end === -1) return null;
      word.push(line.slice(at + 1, end));
      at = end;
    } else if (letter === '"') {
      const end = readDouble(line, at + 1, word);
      if (end === -1) return null;
      at = end;
    } else if (letter === "\\" && at + 1 < line.length && line[at + 1] !== "\n") {
      word.push(line[++at] as string);
    } else if (letter === "\\" || special.has(letter)) {
      return null;
    } else {
      word.push(letter);
    }
  }
  if (word !== null) words.push(word.join(""));
  return words;
}

/** Reads to the closing quote and returns its position; -1 if it is missing, or if the shell would insert something. */
function readDouble(line: string, from: number, word: string[]): number {
  for (let at = from; at < line.length; at++) {
    const letter = line[at] as string;
    if (letter === '"') return at;
    if (letter === "$" || letter === "`") return -1;
    if (letter === "\\" && /["\\$`]/.test(line[at + 1] ?? "")) word.push(line[++at] as string);
    else word.push(letter);
  }
  return -1;
}
