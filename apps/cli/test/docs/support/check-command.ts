import { readFileSync } from "node:fs";
import path from "node:path";
import { CommanderError } from "commander";
import { createProgram } from "../../../src/program.ts";

const root = path.resolve(import.meta.dirname, "../../../../..");
const { scripts } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8")) as {
  scripts: Record<string, string>;
};

/** Why a documented command is invalid; null if it is valid, or neither `polylog` nor a script of the repository. */
export async function commandFault(words: readonly string[]): Promise<string | null> {
  const args = polylogArguments(words);
  if (args !== null) return polylogFault(args);
  const [program, first, second] = words;
  if (program !== "npm") return null;
  const script = first === "run" ? second : first === "start" || first === "test" ? first : undefined;
  return script === undefined || Object.hasOwn(scripts, script) ? null : `unknown script "${script}"`;
}

function polylogArguments([program = "", ...rest]: readonly string[]): readonly string[] | null {
  if (program === "polylog" || program.endsWith("/polylog")) return rest;
  return program === "npx" && rest[0] === "polylog" ? rest.slice(1) : null;
}

/** Parses the arguments with the command's own definition, without running it. */
async function polylogFault(args: readonly string[]): Promise<string | null> {
  // Commander would print them.
  if (args.some((arg) => ["help", "--help", "--version"].includes(arg))) return null;
  try {
    await createProgram(async () => undefined).parseAsync(args, { from: "user" });
    return null;
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    return error.message.replace(/^error: /, "");
  }
}
