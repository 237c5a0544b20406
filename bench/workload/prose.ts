import type { Random } from "../random.ts";

/** Text like that of agents: sentences about code, and code. Mostly ASCII, with the dashes and arrows of models. */

const words = (
  "the a this that which when before after because so only every each still already now then and or but with without " +
  "function type test file module handler request response event session config option value error result cache queue " +
  "parser reader writer stream buffer index cursor snapshot store client server route schema field number string list " +
  "reads writes returns throws passes fails keeps drops moves calls checks builds parses matches skips needs uses adds " +
  "empty missing wrong stale shared pending async optional nested unused duplicate final previous current next"
).split(" ");
const names = [
  "parseLine",
  "src/store/log.ts",
  "readConfig()",
  "SessionStore",
  "npm test",
  "maxRetries",
  "--force",
];
const marks = [" — ", " → ", "; ", ": "];

export function sentence(random: Random): string {
  const parts: string[] = [];
  for (let left = random.between(6, 16); left > 0; left--) {
    parts.push(random.chance(0.08) ? `\`${random.pick(names)}\`` : random.pick(words));
  }
  if (random.chance(0.1)) parts.splice(3, 2, `${parts[3]}${random.pick(marks)}${parts[4]}`);
  const text = parts.join(" ");
  return `${text[0]?.toUpperCase()}${text.slice(1)}.`;
}

export function prose(random: Random, length: number): string {
  let text = sentence(random);
  while (text.length < length) {
    text += random.chance(0.15)
      ? `\n\n- ${sentence(random)}`
      : random.chance(0.1)
        ? "\n\n"
        : ` ${sentence(random)}`;
  }
  return text;
}

export function codeLine(random: Random): string {
  const [a, b, c] = [random.pick(words), random.pick(words), random.pick(words)];
  const indent = "  ".repeat(random.between(0, 3));
  return indent + random.pick(codeShapes)(a, b, c);
}

const codeShapes: readonly ((a: string, b: string, c: string) => string)[] = [
  (a, b, c) => `const ${a} = ${b}.${c}("${a}", { ${b}: true });`,
  (a, b, c) => `if (${a} === undefined) return ${b}(${c});`,
  (a, b, c) => `export function ${a}(${b}: string): ${c} {`,
  (a, b) => `for (const ${a} of ${b}) {`,
  (a, b, c) => `  expect(${a}.${b}).toEqual(["${c}"]);`,
  (a, b) => `// ${a} the ${b} first.`,
  () => "}",
  () => "",
];

export function code(random: Random, length: number): string {
  const lines: string[] = [];
  for (let size = 0; size < length; size += (lines.at(-1)?.length ?? 0) + 1) lines.push(codeLine(random));
  return lines.join("\n");
}

/** Splits a text as a coalescing server does. */
export function* pieces(random: Random, text: string, from: number, to: number): Generator<[number, string]> {
  for (let offset = 0; offset < text.length; ) {
    const piece = text.slice(offset, offset + random.between(from, to));
    yield [offset, piece];
    offset += piece.length;
  }
}
