import type { Backend } from "@polylog/core";
import { acpManifest } from "./acp/manifest.ts";
import { builtInBackend } from "./built-in-agent/backend.ts";
import { detectModels } from "./built-in-agent/detect-models.ts";
import { claudeManifest } from "./claude/manifest.ts";
import { codexManifest } from "./codex/manifest.ts";
import type { BackendManifest } from "./manifest.ts";
import { piManifest } from "./pi/manifest.ts";
import { scriptBackend } from "./script/backend.ts";

/** All backends by the name used in an agent's configuration. */
export const manifests: Readonly<Record<string, BackendManifest>> = {
  openai: { backend: builtInBackend, detect: detectModels },
  claude: claudeManifest,
  codex: codexManifest,
  pi: piManifest,
  acp: acpManifest,
  script: { backend: scriptBackend, detect: async () => [] },
};

export const backends: Readonly<Record<string, Backend>> = Object.fromEntries(
  Object.entries(manifests).map(([name, { backend }]) => [name, backend]),
);
