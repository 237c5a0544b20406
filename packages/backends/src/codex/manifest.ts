import { readFile } from "node:fs/promises";
import path from "node:path";
import { defined } from "@polylog/core";
import { nameOf } from "../connection/native-value.ts";
import { missingProgram, programState } from "../detect/program-state.ts";
import type { BackendManifest, DetectedAgent, Machine } from "../manifest.ts";
import { codexBackend } from "./backend.ts";

const install = "npm install -g @openai/codex";
const logIn = "Not logged in. Log in with: codex login";

/** Detects the Codex that is installed on a machine. */
export const codexManifest: BackendManifest = {
  backend: codexBackend,
  detect: async (machine): Promise<readonly DetectedAgent[]> => {
    const command = await machine.findProgram("codex");
    const agent = { id: "codex", settings: { backend: "codex", ...defined({ command }) } };
    if (command === null) return [{ ...agent, ...missingProgram("codex", install) }];
    const help = { install, logIn };
    return [{ ...agent, ...(await programState(machine, command, help, () => hasCodexLogin(machine))) }];
  },
};

/**
 * Checks Codex's own folder for a login, or for a provider that needs none. Only Codex knows whether a login is still
 * valid.
 */
export async function hasCodexLogin({ env }: Machine): Promise<boolean> {
  const folder = nameOf(env.CODEX_HOME) ?? path.join(env.HOME ?? "", ".codex");
  if ((await read(path.join(folder, "auth.json"))) !== "") return true;
  return /^\s*model_provider\s*=/m.test(await read(path.join(folder, "config.toml")));
}

/** Empty if the file is missing or unreadable: it then contains no login. */
function read(file: string): Promise<string> {
  return readFile(file, "utf8").catch(() => "");
}
