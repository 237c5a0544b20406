const row = /^\| \*\*.+?\*\* \| .* \| (.*) \|$/;

/** The words in the last column of the glossary's tables. */
export function avoidedWords(glossary: string): string[] {
  const cells = glossary.split("\n").flatMap((line) => row.exec(line)?.[1] ?? []);
  const words = cells.flatMap((cell) => cell.split(",")).map((word) => word.trim());
  return [...new Set(words.filter((word) => word !== ""))];
}

/** `ChatInput`, `chat-input.ts` and `CHAT_INPUT` are the words chat and input. */
export function wordsOfName(name: string): string[] {
  return (name.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g) ?? []).map((word) => word.toLowerCase());
}

/** Finds a word, or its plural, among others. */
export function containsWord(words: readonly string[], word: string): boolean {
  const wanted = word.toLowerCase().split(" ");
  return words.some((_, at) =>
    wanted.every((part, index) => words[at + index] === part || words[at + index] === `${part}s`),
  );
}
