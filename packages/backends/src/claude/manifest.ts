import { readFile, realpath } from "node:fs/promises";
import path from "node:path";
import { nameOf, recordOf } from "../connection/native-value.ts";
import type { BackendManifest, DetectedAgent, Machine } from "../manifest.ts";
import { claudeBackend } from "./backend.ts";

const install = "Install it with: npm install -g @anthropic-ai/claude-code";
const logIn = "Log in: run `claude` and enter /login, or set ANTHROPIC_API_KEY.";

/** Claude Code as it is found on a machine. Nothing is started to find it. */
export const claudeManifest: BackendManifest = {
  backend: claudeBackend,
  detect: async (machine): Promise<readonly DetectedAgent[]> => {
    const command = await machine.findProgram("claude");
    const agent = { id: "claude", settings: { backend: "claude", ...(command === null ? {} : { command }) } };
    if (command === null) return [{ ...agent, available: false, reason: `claude was not found. ${install}` }];
    const version = await versionOf(command);
    const found = { ...agent, ...(version === null ? {} : { version }) };
    if (await isLoggedIn(machine)) return [{ ...found, available: true }];
    return [{ ...found, available: false, reason: logIn }];
  },
};

/** By where the program lies: in a folder of its version's name, or in a package that says it. */
async function versionOf(command: string): Promise<string | null> {
  const file = await realpath(command).catch(() => command);
  const named = /^(\d+\.\d+\.\d+)/.exec(path.basename(file))?.[1];
  if (named !== undefined) return named;
  for (const folder of [path.dirname(file), path.dirname(path.dirname(file))]) {
    const { name, version } = recordOf(await readJson(path.join(folder, "package.json")));
    if (nameOf(name)?.startsWith("@anthropic-ai/claude-code") === true) return nameOf(version);
  }
  return null;
}

const keys = ["ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN", "CLAUDE_CODE_OAUTH_TOKEN"];
const clouds = ["CLAUDE_CODE_USE_BEDROCK", "CLAUDE_CODE_USE_VERTEX", "CLAUDE_CODE_USE_FOUNDRY"];

/** Where the program keeps its login, one place after the other. Whether it still counts only the program knows. */
async function isLoggedIn({ env }: Machine): Promise<boolean> {
  if ([...keys, ...clouds].some((name) => nameOf(env[name]) !== null)) return true;
  const home = env.HOME ?? "";
  const folder = nameOf(env.CLAUDE_CONFIG_DIR) ?? path.join(home, ".claude");
  const account = recordOf(await readJson(path.join(home, ".claude.json")));
  const ownAccount = recordOf(await readJson(path.join(folder, ".claude.json")));
  const settings = recordOf(await readJson(path.join(folder, "settings.json")));
  return (
    "oauthAccount" in account ||
    "oauthAccount" in ownAccount ||
    "apiKeyHelper" in settings ||
    (await readJson(path.join(folder, ".credentials.json"))) !== null
  );
}

async function readJson(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, "utf8"));
  } catch {
    return null;
  }
}
