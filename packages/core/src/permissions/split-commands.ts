/** Splits a shell text into its commands and their words. `$` represents the result of a substitution within a word. */

/** Words between all possible separators, quoted or not. */
export function splitCrudely(text: string): string[][] {
  return text
    .split(/[;&|<>(){}`'"\n\r]/)
    .map((part) => part.split(/\s+/).filter((word) => word !== ""))
    .filter((words) => words.length > 0);
}

interface Frame {
  readonly words: string[];
  word: string | null;
  /** The character that closes it, and whether it is inside double quotes. */
  readonly closes: ")" | "`" | "";
  inQuotes: boolean;
  /** The next word is a file name. */
  redirects: boolean;
}

export function splitCommands(text: string): { readonly commands: string[][]; readonly isSure: boolean } {
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
        frame.word = `${frame.word ?? ""}$`;
        open("`");
      }
    } else if (letter === "$" && next === "(") {
      frame.word = `${frame.word ?? ""}$`;
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
