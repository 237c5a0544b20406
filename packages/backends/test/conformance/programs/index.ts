import type { Program } from "../support/program.ts";
import { acpClaude } from "./acp-claude.ts";
import { acpCodex } from "./acp-codex.ts";
import { acpCopilot } from "./acp-copilot.ts";
import { acpGemini } from "./acp-gemini.ts";
import { acpKilo } from "./acp-kilo.ts";
import { acpKimi } from "./acp-kimi.ts";
import { acpOpencode } from "./acp-opencode.ts";
import { acpPi } from "./acp-pi.ts";
import { acpQwen } from "./acp-qwen.ts";
import { builtIn } from "./built-in.ts";
import { claude } from "./claude.ts";
import { codex } from "./codex.ts";
import { pi } from "./pi.ts";
import { piNewer } from "./pi-newer.ts";

/** The columns of the matrix, in order. */
export const programs: readonly Program[] = [
  ...[builtIn, claude, codex, pi, piNewer],
  ...[acpOpencode, acpGemini, acpCopilot, acpKimi, acpQwen, acpKilo],
  ...[acpClaude, acpCodex, acpPi],
];
