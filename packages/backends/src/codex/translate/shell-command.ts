const shellCall = /^\/\S*\/(?:bash|sh|zsh|dash) -l?c (.+)$/s;

/** Codex runs `/bin/bash -lc '…'`. This returns the command inside; any other line stays unchanged. */
export function shellCommand(line: string): string {
  const word = shellCall.exec(line)?.[1];
  return word === undefined ? line : (unquoted(word) ?? line);
}

/** The single quoted word; null if there are several, or if the shell would expand something in it. */
function unquoted(quoted: string): string | null {
  let word = "";
  let at = 0;
  while (at < quoted.length) {
    const letter = quoted[at] as string;
    if (letter === "'") {
      const end = quoted.indexOf("'", at + 1);
      if (end === -1) return null;
      word += quoted.slice(at + 1, end);
      at = end + 1;
    } else if (letter === '"') {
      const part = /^"((?:[^"\\$`]|\\[\s\S])*)"/.exec(quoted.slice(at));
      if (part === null) return null;
      word += (part[1] as string).replace(/\\(["\\$`])/g, "$1");
      at += part[0].length;
    } else if (letter === "\\") {
      if (at + 1 === quoted.length) return null;
      word += quoted[at + 1];
      at += 2;
    } else if (/[\w@%+=:,./-]/.test(letter)) {
      word += letter;
      at += 1;
    } else return null;
  }
  return word;
}
