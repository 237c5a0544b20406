import { isOneCommand } from "./shell-commands.ts";

export interface PlainWord {
  readonly text: string;
  /** Begins with a file name pattern that a shell expands: a file named `-x` would become an option. */
  readonly beginsWithGlob: boolean;
}

/** The words of one plain command as a shell reads them; null if it is more than one command, or incomplete. */
export function plainWords(text: string): readonly PlainWord[] | null {
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
