import { untrustedOptions } from "../claude/arguments.ts";
import type { Native } from "../connection/native-value.ts";

/** How a known ACP agent is installed and started. */
export interface Preset {
  /** The ID of the agent when it is found on a machine. */
  readonly id: string;
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly install: string;
  /** The names of the variables in the server's environment that the agent receives. */
  readonly environment: RegExp;
  readonly env?: Readonly<Record<string, string>>;
  /** The versions that the conformance suite runs on, by prefix. */
  readonly tested?: string;
  /** Session options that make the agent ignore the project's own configuration; few agents have any. */
  readonly leaveAlone?: (projectRoot: string) => Native;
  /** It is listed even if it is not installed, with the command that installs it. */
  readonly isSuggested?: boolean;
  /** It accepts messages during a run. Screens show this before the start; the agent's handshake decides. */
  readonly canSteer?: boolean;
}

const anthropic = /^(?:ANTHROPIC_\w+|CLAUDE_\w+|AWS_\w+)$/;
const openai = /^(?:CODEX_\w+|OPENAI_\w+)$/;
const google = /^(?:GEMINI_\w+|GOOGLE_\w+)$/;
/**
 * By default OpenCode requests no permissions and ends the turn after a denial. It does not send its subagents'
 * requests over ACP and waits for them indefinitely, so its subagents are denied instead.
 */
const openCodeAsks = {
  permission: { bash: "ask", edit: "ask", webfetch: "ask", external_directory: "ask" },
  experimental: { continue_loop_on_deny: true },
  agent: {
    general: { permission: { bash: "deny", edit: "deny", webfetch: "deny", external_directory: "deny" } },
  },
};
/** Kilo Code is based on OpenCode. It never sends its model's questions over ACP and waits indefinitely. */
const kiloAsks = { ...openCodeAsks, permission: { ...openCodeAsks.permission, question: "deny" } };
const codexAsks = {
  features: { default_mode_request_user_input: true },
  // Otherwise the warning appears in the middle of an answer.
  suppress_unstable_features_warning: true,
};
const anyProvider =
  /^(?:(?:ANTHROPIC|OPENAI|GEMINI|GOOGLE|OPENROUTER|GROQ|MISTRAL|DEEPSEEK|XAI|AZURE|AWS|OLLAMA)_\w+|\w+_API_KEY)$/;

export const presets: readonly Preset[] = [
  {
    ...{ id: "gemini", name: "Gemini CLI", command: "gemini", args: ["--acp"], isSuggested: true },
    install: "npm install -g @google/gemini-cli",
    ...{ environment: google, tested: "0.61." },
    // By default Gemini CLI restarts itself with more memory, and the second process survives a kill of the first. In
    // a pseudoterminal it does not show a command's output.
    env: { GEMINI_CLI_NO_RELAUNCH: "true", GEMINI_PTY_INFO: "child_process" },
  },
  {
    ...{ id: "opencode", name: "OpenCode", command: "opencode", args: ["acp"], isSuggested: true },
    install: "npm install -g opencode-ai",
    environment: /^(?:OPENCODE_\w+|\w+_API_KEY|ANTHROPIC_\w+|OPENAI_\w+)$/,
    env: { OPENCODE_CONFIG_CONTENT: JSON.stringify(openCodeAsks) },
    tested: "1.18.",
  },
  {
    ...{ id: "qwen", name: "Qwen Code", command: "qwen", args: ["--acp"], isSuggested: true },
    install: "npm install -g @qwen-code/qwen-code",
    environment: /^(?:QWEN_\w+|DASHSCOPE_\w+|OPENAI_\w+)$/,
    // Otherwise its first turn starts before its MCP servers are connected.
    env: { QWEN_CODE_LEGACY_MCP_BLOCKING: "1" },
    ...{ tested: "0.24.", canSteer: true },
  },
  {
    ...{ id: "goose", name: "Goose", command: "goose", args: ["acp"], isSuggested: true },
    install: "brew install block-goose-cli",
    environment: new RegExp(`${anyProvider.source}|^GOOSE_\\w+$`),
  },
  {
    ...{ id: "kimi", name: "Kimi Code", command: "kimi", args: ["acp"], isSuggested: true },
    install: "npm install -g @moonshot-ai/kimi-code",
    ...{ environment: /^(?:KIMI_\w+|MOONSHOT_\w+)$/, tested: "2.1." },
  },
  {
    ...{ id: "copilot", name: "GitHub Copilot CLI", command: "copilot", args: ["--acp"], isSuggested: true },
    install: "npm install -g @github/copilot",
    environment: /^(?:COPILOT_\w+|GH_TOKEN|GITHUB_TOKEN)$/,
    tested: "1.0.",
  },
  {
    ...{ id: "cursor", name: "Cursor", command: "cursor-agent", args: ["acp"], isSuggested: true },
    install: "curl https://cursor.com/install -fsS | bash",
    environment: /^CURSOR_\w+$/,
  },
  {
    ...{ id: "auggie", name: "Auggie", command: "auggie", args: ["--acp"] },
    install: "npm install -g @augmentcode/auggie",
    environment: /^AUGMENT_\w+$/,
    env: { AUGMENT_DISABLE_AUTO_UPDATE: "1" },
  },
  {
    ...{ id: "cline", name: "Cline", command: "cline", args: ["--acp"] },
    install: "npm install -g cline",
    environment: anyProvider,
  },
  {
    ...{ id: "droid", name: "Factory Droid", command: "droid", args: ["exec", "--output-format", "acp"] },
    install: "npm install -g droid",
    environment: /^FACTORY_\w+$/,
    env: { DROID_DISABLE_AUTO_UPDATE: "true" },
  },
  {
    ...{ id: "vibe", name: "Mistral Vibe", command: "vibe-acp", args: [] },
    install: "uv tool install mistral-vibe",
    environment: /^(?:MISTRAL|VIBE)_\w+$/,
  },
  {
    ...{ id: "openhands", name: "OpenHands", command: "openhands", args: ["acp"] },
    install: "uv tool install openhands",
    environment: new RegExp(`${anyProvider.source}|^LLM_\\w+$`),
  },
  {
    ...{ id: "stakpak", name: "Stakpak", command: "stakpak", args: ["acp"] },
    install: "brew install stakpak/stakpak/stakpak",
    environment: /^STAKPAK_\w+$/,
  },
  {
    ...{ id: "kilo", name: "Kilo Code", command: "kilo", args: ["acp"] },
    install: "npm install -g @kilocode/cli",
    environment: new RegExp(`${anyProvider.source}|^KILO_\\w+$`),
    env: { KILO_CONFIG_CONTENT: JSON.stringify(kiloAsks) },
    tested: "7.7.",
  },
  {
    ...{ id: "qoder", name: "Qoder", command: "qodercli", args: ["--acp"] },
    install: "npm install -g @qoder-ai/qodercli",
    environment: /^QODER_\w+$/,
  },
  {
    ...{ id: "junie", name: "Junie", command: "junie", args: ["--acp=true"] },
    install: "npm install -g @jetbrains/junie",
    environment: /^JUNIE_\w+$/,
  },
  {
    ...{ id: "kiro", name: "Kiro", command: "kiro-cli", args: ["acp"] },
    install: "see kiro.dev/cli",
    environment: /^KIRO_\w+$/,
  },
  {
    ...{ id: "cagent", name: "Docker cagent", command: "cagent", args: ["acp"] },
    install: "brew install cagent",
    environment: anyProvider,
  },
  {
    ...{ id: "code-assistant", name: "Code Assistant", command: "code-assistant", args: ["acp"] },
    install: "see github.com/stippi/code-assistant",
    environment: anyProvider,
  },
  {
    ...{ id: "fast-agent", name: "fast-agent", command: "fast-agent-acp", args: [] },
    install: "uv tool install fast-agent-mcp",
    environment: anyProvider,
  },
  {
    ...{ id: "openclaw", name: "OpenClaw", command: "openclaw", args: ["acp"] },
    install: "npm install -g openclaw",
    environment: /^OPENCLAW_\w+$/,
  },
  {
    ...{ id: "claude-acp", name: "Claude Agent", command: "claude-agent-acp", args: [] },
    install: "npm install -g @agentclientprotocol/claude-agent-acp",
    ...{ environment: anthropic, tested: "0.99.", canSteer: true },
    leaveAlone: (projectRoot) => ({ claudeCode: { options: untrustedOptions(projectRoot) } }),
  },
  {
    ...{ id: "codex-acp", name: "Codex", command: "codex-acp", args: [] },
    install: "npm install -g @agentclientprotocol/codex-acp",
    ...{ environment: openai, tested: "2.6.", canSteer: true },
    // By default its model can ask questions only in plan mode.
    env: { CODEX_CONFIG: JSON.stringify(codexAsks) },
  },
  {
    ...{ id: "pi-acp", name: "Pi", command: "pi-acp", args: [] },
    install: "npm install -g pi-acp @earendil-works/pi-coding-agent",
    ...{ environment: new RegExp(`${anyProvider.source}|^PI_\\w+$`), tested: "0.0.34" },
  },
];

/** A notice about an untested version; null if the version is tested. */
export function versionNotice({ name, tested }: Preset, version: string): string | null {
  if (tested === undefined || version.startsWith(tested)) return null;
  const known = tested.replace(/\.$/, "");
  return `${name} ${version} is not among the versions Polylog is tested with (${known}); most should work.`;
}
