import path from "node:path";
import { readRegularFile } from "@polylog/backends/project";
import type { z } from "zod";
import { describeIssue } from "../describe-issue.ts";
import { limits } from "../limits.ts";
import { PolylogError } from "../polylog-error.ts";
import type { Config } from "./config-schema.ts";

/** Reads a configuration file. A missing file is empty; an invalid one is rejected with file, line and field. */
export async function readConfig(file: string): Promise<Config> {
  let text: string;
  try {
    text = await readRegularFile(file, limits.configBytes);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return {};
    throw bad(
      file,
      null,
      [],
      `Cannot read the file: ${(error as Error).message}. Make it readable and retry.`,
    );
  }
  return parseConfig(text, file);
}

export async function parseConfig(text: string, file: string): Promise<Config> {
  // Most homes have no such file, so the schema is loaded only if needed.
  const { configSchema } = await import("./config-schema.ts");
  return parseSettings(text, file, configSchema);
}

/** Parses text as settings. Errors include file, line and field. */
export function parseSettings<T>(text: string, file: string, schema: z.ZodType<T>): T {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const message = (error as Error).message;
    const at = /position (\d+)/.exec(message);
    throw bad(file, at ? lineAt(text, Number(at[1])) : null, [], `Invalid JSON: ${message}`);
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const unknown = issue?.code === "unrecognized_keys" ? issue.keys.slice(0, 1) : [];
  const field = [...(issue?.path ?? []).map(String), ...unknown];
  throw bad(file, lineOfField(text, field), field, issue === undefined ? "is invalid" : describeIssue(issue));
}

function bad(file: string, line: number | null, field: readonly string[], reason: string): PolylogError {
  const where = line === null ? file : `${file}:${line}`;
  const what = field.length === 0 ? "" : ` ${field.join(".")}:`;
  return new PolylogError("bad_config", `${where}:${what} ${reason}`, { file, line, field: field.join(".") });
}

function lineAt(text: string, position: number): number {
  return text.slice(0, position).split("\n").length;
}

/** The line of the innermost named key of a path, found by searching for the keys in order. */
function lineOfField(text: string, field: readonly string[]): number | null {
  let position = 0;
  for (const key of field) {
    const found = text.indexOf(JSON.stringify(key), position);
    if (found === -1) break;
    position = found;
  }
  return position === 0 ? null : lineAt(text, position);
}

/** Replaces `{env:NAME}` and `{file:path}` in a text. The path is relative to the configuration file's folder. */
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
    const reason = isThere ? `Cannot read ${file}.` : `File not found: ${file}.`;
    throw new PolylogError(
      "bad_config",
      `${reason} The configuration refers to it as ${reference}. Fix the file or the reference.`,
      { file },
    );
  }
}

/** Replaces the references in every string of a value, at any depth. */
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
