import { mkdirSync, realpathSync, writeFileSync } from "node:fs";
import path from "node:path";
import { startScriptedModel } from "@polylog/scripted-model";
import { newFolder } from "./cli.ts";

/** Claude Code as installed for the tests, on a scripted model, with a separate home and project. */

const platform = `${process.platform}-${process.arch}`;
export const claude = path.join(
  import.meta.dirname,
  `../../../../tools/programs/node_modules/@anthropic-ai/claude-code-${platform}/claude`,
);

export async function claudeHome(more: { env?: Record<string, string>; config?: object } = {}) {
  const model = await startScriptedModel();
  const folder = newFolder();
  const env = {
    HOME: folder,
    CLAUDE_CONFIG_DIR: path.join(folder, ".claude"),
    ANTHROPIC_BASE_URL: model.url,
    ANTHROPIC_API_KEY: "any-key-will-do",
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
    ...more.env,
  };
  const home = newFolder();
  const agents = { claude: { backend: "claude", command: claude, env } };
  const config = { default_agent: "claude", agents, ...more.config };
  writeFileSync(path.join(home, "config.json"), JSON.stringify(config));
  const project = realpathSync(newFolder());
  mkdirSync(path.join(project, ".git"));
  return { model, env, home, project };
}
