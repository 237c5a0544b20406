import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { type Finding, isReached } from "./benchmark.ts";
import { benchmarks } from "./benchmarks/index.ts";
import { type Result, toJson, toTable } from "./report.ts";

/** `node bench/main.ts [names…] [--json] [--check]`: runs the named benchmarks, or all of them. */

interface Options {
  readonly names: readonly string[];
  readonly json: boolean;
  readonly check: boolean;
}

process.exitCode = await main();

async function main(): Promise<number> {
  const options = readOptions(process.argv.slice(2));
  if (typeof options === "string") {
    console.error(`${options}\n\nusage: npm run bench -- [names…] [--json] [--check]\n\n${list()}`);
    return 2;
  }
  const results: Result[] = [];
  for (const name of options.names) {
    console.error(`${name}: ${benchmarks.get(name)?.about} …`);
    const findings = await runApart(name);
    if (findings === null) {
      console.error(`${name} failed. See the error above.`);
      return 1;
    }
    results.push({ benchmark: name, findings });
  }
  console.log(options.json ? toJson(results) : toTable(results));
  const missed = results.flatMap(({ findings }) => findings).filter((finding) => !isReached(finding));
  return options.check && missed.length > 0 ? 1 : 0;
}

/** The options, or an error message for invalid arguments. */
function readOptions(args: string[]): Options | string {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { json: { type: "boolean", default: false }, check: { type: "boolean", default: false } },
    });
    const unknown = positionals.find((name) => !benchmarks.has(name));
    if (unknown !== undefined) return `Unknown benchmark "${unknown}".`;
    return { names: positionals.length > 0 ? positionals : [...benchmarks.keys()], ...values };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function list(): string {
  return [...benchmarks].map(([name, { about }]) => `  ${name.padEnd(14)}${about}`).join("\n");
}

async function runApart(name: string): Promise<readonly Finding[] | null> {
  const program = fileURLToPath(new URL("./run-one.ts", import.meta.url));
  const child = fork(program, [name]);
  let findings: readonly Finding[] | null = null;
  child.on("message", (message) => {
    findings = message as readonly Finding[];
  });
  const [code] = await once(child, "exit");
  return code === 0 ? findings : null;
}
