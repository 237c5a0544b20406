import { readFileSync } from "node:fs";
import path from "node:path";
import { programs } from "./programs/index.ts";
import { scenarios } from "./scenarios/index.ts";

/** The table of docs/agents.md: a scenario that is not in a program's table passes there, or its test fails. */

export const matrixFile = path.join(import.meta.dirname, "../../../../docs/agents.md");

const [begin, end] = ["<!-- matrix -->", "<!-- /matrix -->"];

function matrix(): string {
  const reasons = [...new Set(programs.flatMap(({ unsupported }) => Object.values(unsupported)))];
  const rows = scenarios.map(({ name }) => {
    const cells = programs.map(({ unsupported }) =>
      Object.hasOwn(unsupported, name) ? `no (${reasons.indexOf(unsupported[name] as string) + 1})` : "pass",
    );
    return [name, ...cells];
  });
  const heads = ["scenario", ...programs.map(({ name, version }) => `${name} ${version}`)];
  const table = [heads, heads.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`);
  return [...table, "", ...reasons.map((reason, index) => `${index + 1}. ${reason}`)].join("\n").trimEnd();
}

/** The document with the table as it should be. */
export function withMatrix(): string {
  const text = readFileSync(matrixFile, "utf8");
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from === -1 || to < from) throw new Error(`There is no ${begin} … ${end} in ${matrixFile}.`);
  return `${text.slice(0, from)}${begin}\n\n${matrix()}\n\n${text.slice(to)}`;
}
