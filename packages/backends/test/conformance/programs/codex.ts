import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { codexBackend } from "../../../src/codex/backend.ts";
import type { Program } from "../support/program.ts";
import { installedProgram } from "./installed.ts";

const version = "0.166.0";
const targets: Readonly<Record<string, string>> = {
  "linux-x64": "x86_64-unknown-linux-musl",
  "linux-arm64": "aarch64-unknown-linux-musl",
  "darwin-x64": "x86_64-apple-darwin",
  "darwin-arm64": "aarch64-apple-darwin",
};
const otherModel = "scripted-too";
const platform = `${process.platform}-${process.arch}`;

/** A model in Codex's catalog format. For an unknown model, Codex edits files through the shell. */
const model = {
  description: "Plays a script.",
  default_reasoning_level: "medium",
  supported_reasoning_levels: [{ effort: "medium", description: "The only one" }],
  shell_type: "unified_exec",
  visibility: "list",
  supported_in_api: true,
  priority: 1,
  additional_speed_tiers: [],
  service_tiers: [],
  availability_nux: null,
  upgrade: null,
  base_instructions: "You play a script.",
  model_messages: null,
  include_skills_usage_instructions: false,
  default_reasoning_summary: "auto",
  support_verbosity: false,
  default_verbosity: null,
  apply_patch_tool_type: "freeform",
  web_search_tool_type: "text",
  truncation_policy: { mode: "tokens", limit: 10_000 },
  supports_image_detail_original: false,
  supports_reasoning_summaries: true,
  supports_parallel_tool_calls: true,
  context_window: 272_000,
  max_context_window: 272_000,
  effective_context_window_percent: 95,
  experimental_supported_tools: [],
  input_modalities: ["text", "image"],
  supports_search_tool: false,
  multi_agent_version: "v1",
};

function modelNamed(slug: string) {
  return { slug, display_name: slug, ...model };
}

function configuration(modelUrl: string, catalogue: string, features: string): string {
  return `model = "scripted"
model_provider = "scripted"
model_catalog_json = ${JSON.stringify(catalogue)}
check_for_update_on_startup = false
web_search = "disabled"
analytics.enabled = false
tools.update_plan.enabled = true

[features]
plugins = false
remote_plugin = false
apps = false
goals = false
daemon_auto_start = false
${features}

[model_providers.scripted]
name = "Scripted"
base_url = "${modelUrl}/v1"
wire_api = "responses"
env_key = "OPENAI_API_KEY"
request_max_retries = 1
stream_max_retries = 2
`;
}

/** Writes Codex's configuration for the scripted model, and returns its environment. */
export async function codexHome(
  home: string,
  modelUrl: string,
  features = "",
): Promise<Record<string, string>> {
  const folder = path.join(home, ".codex");
  const catalogue = path.join(home, "models.json");
  await mkdir(folder, { recursive: true });
  await writeFile(catalogue, JSON.stringify({ models: [modelNamed("scripted"), modelNamed(otherModel)] }));
  await writeFile(path.join(folder, "config.toml"), configuration(modelUrl, catalogue, features));
  return { CODEX_HOME: folder, OPENAI_API_KEY: "any-key-will-do" };
}

export const codex: Program = {
  name: "Codex",
  backend: codexBackend,
  version,
  command: installedProgram(`@openai/codex-${platform}/vendor/${targets[platform]}/bin/codex`),
  versionText: { from: `/${version} (`, to: "/0.99.0 (" },
  setUp: async ({ home, modelUrl, command, mcpServer }) => {
    return {
      backend: "codex",
      command,
      env: await codexHome(home, modelUrl),
      ...(mcpServer === null ? {} : { options: { mcp_servers: { conformance: mcpServer } } }),
    };
  },
  alone: (text) => ["exec", text],
  otherModel,
  mcpTool: "echo",
  ownTool: (name) => name,
  planStep: "say <proposed_plan>\n# The plan\n- Make the file\n</proposed_plan>",
  failures: {
    "API error 401": {
      code: "unauthorized",
      message:
        /^unexpected status 401 Unauthorized: The scripted model rejects this key\..* Log in with: codex login$/,
    },
    "API error 429": {
      code: "response_too_many_failed_attempts",
      message: /^exceeded retry limit, last status: 429 Too Many Requests/,
    },
    "the model's stream is cut": { code: "turn_failed", message: /^stream disconnected before completion: / },
    "model unreachable": { code: "http_connection_failed", message: /^Connection failed: / },
  },
  unsupported: {},
  // It reads files with its shell, and reports that.
  toolKind: (call) => (call.toolKind === "read" ? "read" : null),
};
