import type { AgentInfo } from "@polylog/client";

/** By the agent's id, which detection also uses for programs that share the `acp` backend. */
const descriptions: Readonly<Record<string, string>> = {
  anthropic: "Built-in agent with the Anthropic API",
  claude: "Claude Code by Anthropic",
  "claude-acp": "Claude Code through ACP",
  codex: "Codex by OpenAI",
  "codex-acp": "Codex through ACP",
  copilot: "GitHub Copilot CLI",
  cursor: "Cursor’s command-line agent",
  demo: "Sample project, no API key needed",
  "demo-reviewer": "Answers the demo agent’s questions",
  gemini: "Gemini CLI by Google",
  google: "Built-in agent with the Gemini API",
  goose: "Goose by Block",
  kilo: "Kilo Code, for many models",
  kimi: "Kimi Code by Moonshot AI",
  lmstudio: "Built-in agent with local models",
  ollama: "Built-in agent with local models",
  openai: "Built-in agent with the OpenAI API",
  opencode: "OpenCode, for many models",
  openrouter: "Built-in agent, for many models",
  pi: "Pi, for many models",
  "pi-acp": "Pi through ACP",
  qwen: "Qwen Code by Alibaba",
};

/** For agents with an id of their owner's choice. */
const byBackend: Readonly<Record<string, string>> = {
  acp: "ACP agent",
  claude: "Claude Code by Anthropic",
  codex: "Codex by OpenAI",
  openai: "Built-in agent",
  pi: "Pi, for many models",
  script: "Scripted agent",
};

/** Which program an agent is, and what it is good for. */
export function agentDescription({ id, backend }: Pick<AgentInfo, "id" | "backend">): string {
  if (Object.hasOwn(descriptions, id)) return descriptions[id] as string;
  return Object.hasOwn(byBackend, backend) ? (byBackend[backend] as string) : backend;
}

/** Its model and version, if they say more than its id. */
export function agentFacts({ id, model, version }: Pick<AgentInfo, "id" | "model" | "version">): string {
  return [model === id ? undefined : model, version].filter(Boolean).join(" · ");
}
