import { Random } from "../random.ts";
import { sentence } from "./prose.ts";

/** An answer of at least so many tokens of four characters, as models write them: paragraphs, lists, tables and code. */
export function longAnswer(tokens: number, seed: number): string {
  const random = new Random(seed);
  const sentences = (count: number) => Array.from({ length: count }, () => sentence(random)).join(" ");
  const parts: string[] = [];
  let length = 0;
  while (length < tokens * 4) {
    const part = parts.length % 8;
    const text =
      part === 0
        ? `## ${sentence(random)}`
        : part === 3
          ? Array.from({ length: 4 }, () => `- ${sentence(random)}`).join("\n")
          : part === 5
            ? `\`\`\`ts\n${Array.from({ length: 8 }, (_, line) => `const value${line} = read(${random.between(1, 99)}); // ${sentence(random)}`).join("\n")}\n\`\`\``
            : part === 7
              ? `| name | what |\n|---|---|\n${Array.from({ length: 3 }, (_, row) => `| row ${row} | ${sentence(random)} |`).join("\n")}`
              : sentences(random.between(3, 6));
    parts.push(text);
    length += text.length + 2;
  }
  return `${parts.join("\n\n")}\n`;
}
