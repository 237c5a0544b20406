import { readFile } from "node:fs/promises";
import path from "node:path";
import { hasClaudeLogin } from "../claude/manifest.ts";
import { hasCodexLogin } from "../codex/manifest.ts";
import { nameOf } from "../connection/native-value.ts";
import type { Machine } from "../manifest.ts";
import { hasPiLogin } from "../pi/manifest.ts";

/** How to detect that an agent is logged in, and how a person logs in. */
export interface Login {
  readonly logIn: string;
  isThere(machine: Machine): Promise<boolean>;
}

/** By preset ID. Agents that need no login, and agents whose login leaves no file or variable, are absent. */
export const logins: Readonly<Record<string, Login>> = {
  gemini: {
    logIn: "Not logged in. Run `gemini` and choose a login, or: export GEMINI_API_KEY=…",
    isThere: (machine) =>
      hasAny(machine, /^(?:GEMINI_API_KEY|GOOGLE_API_KEY|GOOGLE_GENAI_USE_\w+)$/, [
        { file: ".gemini/oauth_creds.json" },
        { file: ".gemini/.env" },
        { file: ".gemini/settings.json", holds: /"(?:selectedType|selectedAuthType)"/ },
      ]),
  },
  qwen: {
    logIn: "Not logged in. Run `qwen` and enter /auth, or: export OPENAI_API_KEY=…",
    isThere: (machine) =>
      hasAny(machine, /^(?:OPENAI|DASHSCOPE|ANTHROPIC|GEMINI|BAILIAN_\w+)_API_KEY$/, [
        { file: ".qwen/oauth_creds.json" },
        { file: ".qwen/.env" },
        { file: ".qwen/settings.json", holds: /"selectedType"/ },
      ]),
  },
  kimi: {
    logIn: "Not logged in. Log in with: kimi login",
    isThere: (machine) =>
      hasAny(machine, /^(?:KIMI_API_KEY|KIMI_MODEL_API_KEY|MOONSHOT_API_KEY)$/, [
        { file: ".kimi-code/config.toml", holds: /^\s*\[providers\./m, home: "KIMI_CODE_HOME" },
        { file: ".kimi/config.toml", holds: /^\s*\[providers\./m },
      ]),
  },
  copilot: {
    logIn: "Not logged in. Log in with: copilot login",
    isThere: (machine) =>
      hasAny(machine, /^(?:COPILOT_GITHUB_TOKEN|GH_TOKEN|GITHUB_TOKEN|COPILOT_PROVIDER_BASE_URL)$/, [
        { file: ".copilot/config.json", holds: /logged_?in_?users?/i, home: "COPILOT_HOME" },
        { file: ".config/gh/hosts.yml" },
      ]),
  },
  "claude-acp": {
    logIn: "Not logged in. Log in with: claude auth login, or set ANTHROPIC_API_KEY.",
    isThere: hasClaudeLogin,
  },
  "codex-acp": {
    logIn: "Not logged in. Log in with: codex login",
    isThere: async (machine) => nameOf(machine.env.OPENAI_API_KEY) !== null || hasCodexLogin(machine),
  },
  "pi-acp": {
    logIn: "Not logged in. Run `pi` and enter /login, or set a provider's key in the environment.",
    isThere: hasPiLogin,
  },
};

interface Trace {
  /** Relative to the user's home folder. */
  readonly file: string;
  /** Text that the file contains only after a login; if omitted, any file counts. */
  readonly holds?: RegExp;
  /** The environment variable that names another folder for the file. */
  readonly home?: string;
}

async function hasAny({ env }: Machine, keys: RegExp, traces: readonly Trace[]): Promise<boolean> {
  if (Object.entries(env).some(([name, value]) => keys.test(name) && nameOf(value) !== null)) return true;
  const found = traces.map(async ({ file, holds = /\S/, home }) => {
    const folder = home === undefined ? null : nameOf(env[home]);
    const place = folder === null ? path.join(env.HOME ?? "", file) : path.join(folder, path.basename(file));
    // A missing or unreadable file contains no login.
    return holds.test(await readFile(place, "utf8").catch(() => ""));
  });
  return (await Promise.all(found)).includes(true);
}
