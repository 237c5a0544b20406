import { readFile, realpath } from "node:fs/promises";
import path from "node:path";
import { nameOf, recordOf } from "../connection/native-value.ts";
import type { BackendManifest, DetectedAgent, Machine } from "../manifest.ts";
import { codexBackend } from "./backend.ts";

const install = "Install it with: npm install -g @openai/codex";
const logIn = "Log in with: codex login";

/** Codex as it is found on a machine. Nothing is started to find it. */
export const codexManifest: BackendManifest = {
  backend: codexBackend,
  detect: async (machine): Promise<readonly DetectedAgent[]> => {
    const command = await machine.findProgram("codex");
    const agent = { id: "codex", settings: { backend: "codex", ...(command === null ? {} : { command }) } };
    if (command === null) return [{ ...agent, available: false, reason: `codex was not found. ${install}` }];
    const version = await versionOf(command);
    const found = { ...agent, ...(version === null ? {} : { version }) };
    if (await isLoggedIn(machine)) return [{ ...found, available: true }];
    return [{ ...found, available: false, reason: logIn }];
  },
};

/** By the package that the program lies in, where it came as one. */
async function versionOf(command: string): Promise<string | null> {
  let folder = path.dirname(await realpath(command).catch(() => command));
  // npm's way to the program is one folder deep in its package, the program itself three.
  for (let level = 0; level < 4; level++, folder = path.dirname(folder)) {
    const { name, version } = recordOf(parsed(await read(path.join(folder, "package.json"))));
    if (nameOf(name)?.startsWith("@openai/codex") === true)
      return /^[\d.]+/.exec(nameOf(version) ?? "")?.[0] ?? null;
  }
  return null;
}

/** By the program's own folder: a login, or a provider for which there is none. Whether it still counts only Codex knows. */
async function isLoggedIn({ env }: Machine): Promise<boolean> {
  const folder = nameOf(env.CODEX_HOME) ?? path.join(env.HOME ?? "", ".codex");
  if ((await read(path.join(folder, "auth.json"))) !== "") return true;
  return /^\s*model_provider\s*=/m.test(await read(path.join(folder, "config.toml")));
}

/** Empty where there is nothing. */
function read(file: string): Promise<string> {
  return readFile(file, "utf8").catch(() => "");
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
