import path from "node:path";
import { messageOf } from "@polylog/core";
import { z } from "zod";
import { readRegularFile } from "../project/read-regular-file.ts";
import { type Step, type Steps, stepsSchema } from "./steps.ts";

/** Maps a prompt to steps: those of the first matching pattern, or the default steps. */
export interface Script {
  readonly prompts: readonly { readonly match: string; readonly steps: Steps }[];
  readonly default: Steps;
}

export type LoadedScript =
  | { readonly ok: true; readonly script: Script }
  | { readonly ok: false; readonly failure: { readonly code: "bad_script"; readonly message: string } };

/** Scripts are loaded and validated as a whole. */
const MOST_BYTES = 64 * 1024 * 1024;

const echo: Steps = [{ echo: true }];

const pattern = z.string().refine(isPattern, { message: "Invalid regular expression." });

const scriptSchema = z.strictObject({
  prompts: z.array(z.strictObject({ match: pattern, steps: stepsSchema })).default([]),
  default: stepsSchema.default([...echo] as Step[]),
});

/** Loads a script from an agent's settings: a file's path, steps, or steps by prompt. */
export async function loadScript(source: unknown, projectRoot: string): Promise<LoadedScript> {
  if (source === undefined) return { ok: true, script: { prompts: [], default: echo } };
  if (typeof source !== "string") return checkScript(source, "The script");
  const file = path.resolve(projectRoot, source);
  try {
    const text = await readRegularFile(file, MOST_BYTES);
    return checkScript(file.endsWith(".jsonl") ? parseLines(text) : JSON.parse(text), `The script ${file}`);
  } catch (error) {
    return bad(`Cannot read the script ${file}: ${messageOf(error)}`);
  }
}

function checkScript(value: unknown, called: string): LoadedScript {
  const read = Array.isArray(value) ? stepsSchema.safeParse(value) : scriptSchema.safeParse(value);
  if (!read.success) {
    const faults = read.error.issues.slice(0, 5).map((issue) => `${where(issue.path)}${issue.message}`);
    return bad(`${called} is invalid: ${faults.join("; ")}`);
  }
  const script = Array.isArray(read.data) ? { prompts: [], default: read.data } : (read.data as Script);
  return { ok: true, script };
}

function parseLines(text: string): unknown[] {
  return text.split("\n").flatMap((line, index) => {
    if (line.trim() === "") return [];
    try {
      return [JSON.parse(line)];
    } catch (error) {
      throw new Error(`line ${index + 1}: ${messageOf(error)}`);
    }
  });
}

function where(steps: readonly PropertyKey[]): string {
  const written = steps.map((at) => (typeof at === "number" ? `[${at}]` : `.${String(at)}`)).join("");
  return written === "" ? "" : `${written.replace(/^\./, "")}: `;
}

function isPattern(source: string): boolean {
  try {
    new RegExp(source, "i");
    return true;
  } catch {
    // The schema reports it as invalid.
    return false;
  }
}

function bad(message: string): LoadedScript {
  return { ok: false, failure: { code: "bad_script", message } };
}
