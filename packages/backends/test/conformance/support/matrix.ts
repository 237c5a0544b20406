import { readFileSync } from "node:fs";
import path from "node:path";
import { presets } from "../../../src/acp/presets.ts";
import { programs } from "../programs/index.ts";
import { scenarios } from "../scenarios/index.ts";

/**
 * The generated tables of docs/use: supported scenarios, messages between agents, and known ACP agents. A scenario that a
 * program does not declare as unsupported passes there, or its test fails.
 */

const folder = path.join(import.meta.dirname, "../../../../../docs/use");

function matrix(): string {
  const reasons = [...new Set(programs.flatMap(({ unsupported }) => Object.values(unsupported)))];
  const rows = scenarios.map(({ name }) => {
    const cells = programs.map(({ unsupported }) =>
      Object.hasOwn(unsupported, name) ? `no (${reasons.indexOf(unsupported[name] as string) + 1})` : "pass",
    );
    return [name, ...cells];
  });
  const heads = ["scenario", ...programs.map(({ name, version }) => `${name} ${version}`.trimEnd())];
  return [tableOf(heads, rows), "", ...reasons.map((reason, index) => `${index + 1}. ${reason}`)]
    .join("\n")
    .trimEnd();
}

/** Messaging another agent requires Polylog's own tools; being messaged only requires prompts. */
function exchanges(): string {
  const names = programs.map(({ name }) => name);
  const rows = programs.map(({ name, version, backend, unsupported }) => {
    const isNamedTwice = names.indexOf(name) !== names.lastIndexOf(name);
    const way = backend.name === "acp" ? "yes, over HTTP" : "yes";
    const can = Object.hasOwn(unsupported, ownTool) ? "no" : way;
    const { subagents, cancelSubagent, steerSubagent } = backend.capabilities;
    const isTold = subagents && !Object.hasOwn(unsupported, "subagent");
    const shown = isNamedTwice ? `${name} ${version}` : name;
    return [shown, can, "yes", ...[isTold, isTold && cancelSubagent, isTold && steerSubagent].map(yes)];
  });
  const heads = ["agent", "can message", "can be messaged"];
  const below = ["reports its subagents", "a subagent can be stopped", "a subagent can be messaged"];
  return tableOf([...heads, ...below], rows);
}

const ownTool = "a tool of Polylog's own";

function yes(is: boolean): string {
  return is ? "yes" : "no";
}

function agents(): string {
  const rows = presets.map(({ id, name, command, args, install }) => {
    const isLine = !install.startsWith("see ");
    return [name, `\`${id}\``, `\`${[command, ...args].join(" ")}\``, isLine ? `\`${install}\`` : install];
  });
  return tableOf(["agent", "preset", "command", "install with"], rows);
}

function tableOf(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  return [heads, heads.map(() => "---"), ...rows]
    .map((cells) => `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`)
    .join("\n");
}

const tables = [
  { page: "agent-scenarios.md", name: "matrix", table: matrix },
  { page: "agents.md", name: "exchanges", table: exchanges },
  { page: "acp-agents.md", name: "presets", table: agents },
];

/** The pages with generated tables: their text now, and with up-to-date tables. */
export function pagesWithTables(): { file: string; text: string; updated: string }[] {
  return tables.map(({ page, name, table }) => {
    const file = path.join(folder, page);
    const text = readFileSync(file, "utf8");
    return { file, text, updated: withTable(file, text, name, table()) };
  });
}

function withTable(file: string, text: string, name: string, table: string): string {
  const [begin, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from === -1 || to < from) throw new Error(`${file} has no ${begin} … ${end}.`);
  return `${text.slice(0, from)}${begin}\n\n${table}\n\n${text.slice(to)}`;
}
