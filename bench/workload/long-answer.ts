import { Random } from "../random.ts";
import { sentence } from "./prose.ts";

/**
 * An answer like those of models, in sections of about 400 tokens (of four characters) with the same structure: a
 * heading, paragraphs, a list, code and a table.
 */
export function longAnswer(sections: number, seed: number): readonly string[] {
  const random = new Random(seed);
  return Array.from({ length: sections }, () => section(random));
}

function section(random: Random): string {
  const sentences = (count: number) => Array.from({ length: count }, () => sentence(random));
  const lines = sentences(4).map(
    (text, line) => `const value${line} = read(${random.between(10, 99)}); // ${text}`,
  );
  const rows = sentences(2).map((text, row) => `| row ${row} | ${text} |`);
  const parts = [
    `## ${sentence(random)}`,
    sentences(3).join(" "),
    sentences(3).join(" "),
    sentences(3)
      .map((text) => `- ${text}`)
      .join("\n"),
    sentences(3).join(" "),
    ["```ts", ...lines, "```"].join("\n"),
    ["| name | what |", "|---|---|", ...rows].join("\n"),
  ];
  return `${parts.join("\n\n")}\n\n`;
}
