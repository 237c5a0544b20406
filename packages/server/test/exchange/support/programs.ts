import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { type Home, temporaryFolder } from "../../reliability/support/home.ts";

/** The real agent programs on the scripted model, each with a separate home, and the built-in agent. */
export function homeWithPrograms(modelUrl: string, permission_mode = "full"): Home {
  const within = temporaryFolder();
  const home = { folder: path.join(within, "home"), project: path.join(within, "project") };
  for (const folder of [home.folder, home.project]) mkdirSync(folder, { mode: 0o700 });
  const agents = {
    claude: claude(path.join(within, "claude"), modelUrl),
    codex: codex(path.join(within, "codex"), modelUrl),
    pi: pi(path.join(within, "pi"), modelUrl),
    acp: codexAcp(path.join(within, "codex-acp"), modelUrl),
    own: { backend: "openai", base_url: `${modelUrl}/v1`, model: "scripted", api_key: "none" },
  };
  // Permissions are not tested here.
  const free = Object.entries(agents).map(([id, agent]) => [id, { ...agent, permission_mode }]);
  writeFileSync(path.join(home.folder, "config.json"), JSON.stringify({ agents: Object.fromEntries(free) }));
  return home;
}

const programs = path.join(import.meta.dirname, "../../../../../tools/programs/node_modules");
const platform = `${process.platform}-${process.arch}`;

function claude(folder: string, modelUrl: string): object {
  return {
    backend: "claude",
    command: path.join(programs, `@anthropic-ai/claude-code-${platform}/claude`),
    env: {
      ...{ PATH: process.env.PATH ?? "", HOME: folder },
      ...{ CLAUDE_CONFIG_DIR: folder, ANTHROPIC_BASE_URL: modelUrl, ANTHROPIC_API_KEY: "scripted" },
      ...{
        CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
        DISABLE_TELEMETRY: "1",
        DISABLE_ERROR_REPORTING: "1",
      },
    },
  };
}

const targets: Readonly<Record<string, string>> = {
  "linux-x64": "x86_64-unknown-linux-musl",
  "linux-arm64": "aarch64-unknown-linux-musl",
  "darwin-x64": "x86_64-apple-darwin",
  "darwin-arm64": "aarch64-apple-darwin",
};

const codexProgram = path.join(programs, `@openai/codex-${platform}/vendor/${targets[platform]}/bin/codex`);

function codex(folder: string, modelUrl: string): object {
  return { backend: "codex", command: codexProgram, env: codexHome(folder, modelUrl) };
}

/** An agent that speaks ACP and accepts tools by URL. */
function codexAcp(folder: string, modelUrl: string): object {
  return {
    backend: "acp",
    command: path.join(programs, "@agentclientprotocol/codex-acp/dist/index.js"),
    env: { ...codexHome(folder, modelUrl), CODEX_PATH: codexProgram },
    options: { preset: "codex-acp" },
  };
}

function codexHome(folder: string, modelUrl: string): Readonly<Record<string, string>> {
  mkdirSync(folder);
  const provider = `name = "Scripted"\nbase_url = "${modelUrl}/v1"\nwire_api = "responses"\nenv_key = "SCRIPTED_KEY"\n`;
  const plain = 'model = "scripted"\nmodel_provider = "scripted"\ncheck_for_update_on_startup = false\n';
  writeFileSync(path.join(folder, "config.toml"), `${plain}\n[model_providers.scripted]\n${provider}`);
  return { CODEX_HOME: folder, SCRIPTED_KEY: "any" };
}

function pi(folder: string, modelUrl: string): object {
  mkdirSync(folder);
  const models = [{ id: "scripted", input: ["text"], contextWindow: 128_000, maxTokens: 8192 }];
  const scripted = { baseUrl: `${modelUrl}/v1`, api: "openai-completions", apiKey: "scripted", models };
  writeFileSync(path.join(folder, "models.json"), JSON.stringify({ providers: { scripted } }));
  return {
    backend: "pi",
    command: path.join(programs, "@earendil-works/pi-coding-agent/dist/bundle/cli.js"),
    model: "scripted/scripted",
    env: { PI_OFFLINE: "1", PI_CODING_AGENT_DIR: folder },
  };
}
