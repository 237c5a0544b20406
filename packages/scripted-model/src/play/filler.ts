const vocabulary = "one log for every agent and one pure fold that turns it into a conversation".split(" ");

/** So many words, the same each time. */
export function manyWords(count: number): string {
  return Array.from({ length: count }, (_, index) => vocabulary[index % vocabulary.length]).join(" ");
}

/** A text of exactly so many kilobytes, in numbered lines of 64 characters. */
export function hugeText(kilobytes: number): string {
  const lines = Array.from({ length: kilobytes * 16 }, (_, index) => {
    const number = String(index + 1).padStart(8, "0");
    return `line ${number} ${".".repeat(49)}\n`;
  });
  return lines.join("");
}
