import path from "node:path";
import { readRegularFile } from "@polylog/backends/project";
import type { z } from "zod";
import { describeIssue } from "../describe-issue.ts";
import { PolylogError } from "../errors.ts";
import { limits } from "../limits.ts";
import type { Config } from "./config-schema.ts";

/** Reads a configuration file. One that is not there is empty; one that is wrong says file, line and field. */
export async function readConfig(file: string): Promise<Config> {
  let text: string;
  try {
    text = await readRegularFile(file, limits.configBytes);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return {};
    throw bad(file, null, [], `It cannot be read: ${(error as Error).message}.`);
  }
  return parseConfig(text, file);
}

export async function parseConfig(text: string, file: string): Promise<Config> {
  // Most homes have no such file, and then nobody needs the schema to start.
  const { configSchema } = await import("./config-schema.ts");
  return parseSettings(text, file, configSchema);
}

/** Text as settings of some shape; what is wrong is told with file, line and field. */
export function parseSettings<T>(text: string, file: string, schema: z.ZodType<T>): T {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const message = (error as Error).message;
    const at = /position (\d+)/.exec(message);
    throw bad(file, at ? lineAt(text, Number(at[1])) : null, [], `It is no JSON: ${message}`);
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const unknown = issue?.code === "unrecognized_keys" ? issue.keys.slice(0, 1) : [];
  const field = [...(issue?.path ?? []).map(String), ...unknown];
  throw bad(
    file,
    lineOfField(text, field),
    field,
    issue === undefined ? "does not fit" : describeIssue(issue),
  );
}

function bad(file: string, line: number | null, field: readonly string[], reason: string): PolylogError {
  const where = line === null ? file : `${file}:${line}`;
  const what = field.length === 0 ? "" : ` ${field.join(".")}:`;
  return new PolylogError("bad_config", `${where}:${what} ${reason}`, { file, line, field: field.join(".") });
}

function lineAt(text: string, position: number): number {
  return text.slice(0, position).split("\n").length;
}

/** The line on which the innermost named key of a path stands, found by following the keys in their order. */
function lineOfField(text: string, field: readonly string[]): number | null {
  let position = 0;
  for (const key of field) {
    const found = text.indexOf(JSON.stringify(key), position);
    if (found === -1) break;
    position = found;
  }
  return position === 0 ? null : lineAt(text, position);
}

/** Replaces `{env:NAME}` and `{file:path}` in a text; the path is taken from the file's own folder. */
export async function replaceReferences(
  text: string,
  folder: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<string> {
  let result = "";
  let last = 0;
  for (const match of text.matchAll(/\{(env|file):([^}]+)\}/g)) {
    const [whole, kind, name] = match as unknown as [string, "env" | "file", string];
    result += text.slice(last, match.index);
    result += kind === "env" ? (env[name] ?? "") : await readReferred(path.resolve(folder, name), whole);
    last = match.index + whole.length;
  }
  return result + text.slice(last);
}

async function readReferred(file: string, reference: string): Promise<string> {
  try {
    return (await readRegularFile(file, limits.configBytes)).trimEnd();
  } catch (error) {
    const isThere = (error as NodeJS.ErrnoException).code !== "ENOENT";
    const reason = isThere ? `${file} cannot be read.` : `There is no file ${file}.`;
    throw new PolylogError("bad_config", `${reason} The configuration names it as ${reference}.`, { file });
  }
}

/** The same in every string of a value, however deep. */
export async function replaceDeep(
  value: unknown,
  replace: (text: string) => Promise<string>,
): Promise<unknown> {
  if (typeof value === "string") return replace(value);
  if (Array.isArray(value)) return Promise.all(value.map((item) => replaceDeep(item, replace)));
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(
    async ([name, item]) => [name, await replaceDeep(item, replace)] as const,
  );
  return Object.fromEntries(await Promise.all(entries));
}
