import { closeSync, openSync } from "node:fs";
import { demoAgents } from "../../src/demo/demo-agent.ts";

/** Requests the demo agent's settings while no file can be opened, then again when files can be. Prints each result. */

const [home = ""] = process.argv.slice(2);
const demo = demoAgents(home)[0] as { readonly settings: unknown };
const settings = async () => {
  const given = await (demo.settings as () => Promise<{ baseUrl?: string }>)();
  return given.baseUrl?.replace(/\d+/g, "N");
};

const files: number[] = [];
for (;;) {
  try {
    files.push(openSync("/dev/null", "r"));
  } catch {
    break;
  }
}
const outcomes: unknown[] = [await settings().catch(({ code }: NodeJS.ErrnoException) => code)];
for (const file of files) closeSync(file);
outcomes.push(await settings().catch(String));
process.stdout.write(JSON.stringify(outcomes), () => process.exit());
