import path from "node:path";
import { defined } from "@polylog/core";
import { nameOf, recordOf } from "../connection/native-value.ts";
import { missingProgram, programState } from "../detect/program-state.ts";
import { readJson } from "../detect/read-json.ts";
import type { BackendManifest, DetectedAgent, Machine } from "../manifest.ts";
import { claudeBackend } from "./backend.ts";

const install = "npm install -g @anthropic-ai/claude-code";
const logIn = "Not logged in. Log in with: claude auth login, or set ANTHROPIC_API_KEY.";

/** Detects the Claude Code that is installed on a machine. */
export const claudeManifest: BackendManifest = {
  backend: claudeBackend,
  detect: async (machine): Promise<readonly DetectedAgent[]> => {
    const command = await machine.findProgram("claude");
    const agent = { id: "claude", settings: { backend: "claude", ...defined({ command }) } };
    if (command === null) return [{ ...agent, ...missingProgram("claude", install) }];
    const help = { install, logIn };
    return [{ ...agent, ...(await programState(machine, command, help, () => hasClaudeLogin(machine))) }];
  },
};

const keys = ["ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN", "CLAUDE_CODE_OAUTH_TOKEN"];
const clouds = ["CLAUDE_CODE_USE_BEDROCK", "CLAUDE_CODE_USE_VERTEX", "CLAUDE_CODE_USE_FOUNDRY"];

/** Checks each place where the program stores a login. Only the program knows whether the login is still valid. */
export async function hasClaudeLogin({ env }: Machine): Promise<boolean> {
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
