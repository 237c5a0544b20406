const hereDocument = /<<-?'?(\w+)'?(.*)\n[\s\S]*?\n\1(?=\n|$)/g;

/**
 * The simple commands of a shell text, as words without quotes: enough of the shell's grammar for documentation. Commands in
 * `$(…)` are included. Redirections, here-documents, comments and leading assignments are left out.
 */
export function splitCommands(script: string): string[][] {
  const text = script.replace(hereDocument, "$2");
  const commands: string[][] = [];
  let words: string[] = [];
  let word: string | null = null;
  let skipsNext = false;
  const endWord = () => {
    if (word === null) return;
    const isAssignment = words.length === 0 && /^\w+=/.test(word);
    if (skipsNext) skipsNext = false;
    else if (!isAssignment) words.push(word);
    word = null;
  };
  const endCommand = () => {
    endWord();
    if (words.length > 0) commands.push(words);
    words = [];
  };
  const append = (part: string) => {
    word = (word ?? "") + part;
  };
  for (let at = 0; at < text.length; at++) {
    const char = text[at] ?? "";
    const rest = text.slice(at);
    if (char === "\\") {
      at += 1;
      if (text[at] !== "\n") append(text[at] ?? "");
    } else if (char === "'") {
      const end = endOfSingleQuotes(text, at);
      append(text.slice(at + 1, end));
      at = end;
    } else if (char === '"') {
      const end = endOfDoubleQuotes(text, at);
      const inner = text.slice(at + 1, end);
      commands.push(...substitutions(inner).flatMap(splitCommands));
      append(inner);
      at = end;
    } else if (rest.startsWith("$(")) {
      const end = endOfSubstitution(text, at);
      commands.push(...splitCommands(text.slice(at + 2, end)));
      append(text.slice(at, end + 1));
      at = end;
    } else if (char === "#" && word === null) {
      at += (rest.match(/^.*/)?.[0].length ?? 0) - 1;
    } else if (/[<>]/.test(char)) {
      endWord();
      while (/[<>&]/.test(text[at + 1] ?? "")) at += 1;
      skipsNext = true;
    } else if (/[\n;&|(){}]/.test(char)) endCommand();
    else if (/\s/.test(char)) endWord();
    else append(char);
  }
  endCommand();
  return commands;
}

function substitutions(quoted: string): string[] {
  const found: string[] = [];
  for (let at = quoted.indexOf("$("); at !== -1; at = quoted.indexOf("$(", at + 1)) {
    const end = endOfSubstitution(quoted, at);
    found.push(quoted.slice(at + 2, end));
    at = end;
  }
  return found;
}

function endOfSubstitution(text: string, start: number): number {
  let depth = 0;
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === "'") at = endOfSingleQuotes(text, at);
    else if (text[at] === '"') at = endOfDoubleQuotes(text, at);
    else if (text[at] === "(") depth += 1;
    else if (text[at] === ")" && --depth === 0) return at;
  }
  throw new Error(`No end of ${text.slice(start)}`);
}

function endOfSingleQuotes(text: string, start: number): number {
  const end = text.indexOf("'", start + 1);
  if (end === -1) throw new Error(`No end of ${text.slice(start)}`);
  return end;
}

function endOfDoubleQuotes(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    if (text.startsWith("$(", at)) at = endOfSubstitution(text, at);
    else if (text[at] === "\\") at += 1;
    else if (text[at] === '"') return at;
  }
  throw new Error(`No end of ${text.slice(start)}`);
}
