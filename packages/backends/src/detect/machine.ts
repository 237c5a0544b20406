import { stat } from "node:fs/promises";
import type { Machine } from "../manifest.ts";
import { type CheckedProgram, checkProgram } from "../process/check-program.ts";
import { findProgram } from "../process/find-program.ts";

/** Characters of a response. A list of models is far shorter. */
const MOST_CHARS = 4 * 1024 * 1024;

/** The machine that this process runs on, with its environment. */
export function thisMachine(env: Machine["env"]): Machine {
  const checked = new Map<string, Promise<CheckedProgram>>();
  return {
    env,
    checkProgram: async (file) => {
      // `checkProgram` reports a missing program.
      const about = await stat(file).catch(() => null);
      const key = JSON.stringify([file, about?.mtimeMs, about?.size]);
      const known = checked.get(key) ?? checkProgram(file, env);
      checked.set(key, known);
      return known;
    },
    findProgram: async (name) => {
      const found = await findProgram(name, env.PATH ?? "");
      return found.ok ? found.file : null;
    },
    reach: async (url, timeoutMs) => {
      try {
        const signal = AbortSignal.timeout(timeoutMs);
        const response = await fetch(url, { signal, redirect: "error" });
        return response.ok ? JSON.parse(await readText(response)) : undefined;
      } catch {
        // Unreachable, too slow, too large or not JSON: detection treats them all as absent.
        return undefined;
      }
    },
  };
}

async function readText({ body }: Response): Promise<string> {
  let text = "";
  const decoder = new TextDecoder();
  for await (const chunk of body ?? []) {
    text += decoder.decode(chunk as Uint8Array, { stream: true });
    if (text.length > MOST_CHARS) throw new Error("The response is too long.");
  }
  return text + decoder.decode();
}
