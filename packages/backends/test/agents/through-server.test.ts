import { acpCopilot } from "../conformance/programs/acp-copilot.ts";
import { acpGemini } from "../conformance/programs/acp-gemini.ts";
import { acpKilo } from "../conformance/programs/acp-kilo.ts";
import { acpKimi } from "../conformance/programs/acp-kimi.ts";
import { acpOpencode } from "../conformance/programs/acp-opencode.ts";
import { acpQwen } from "../conformance/programs/acp-qwen.ts";
import { piNewer } from "../conformance/programs/pi-newer.ts";
import type { Program } from "../conformance/support/program.ts";
import { describeThroughServer } from "../through-server/suite.ts";

/** By the name of the program, which is also the ID of the agent that is found. */
const programs: Readonly<Record<string, Program>> = {
  opencode: acpOpencode,
  gemini: acpGemini,
  copilot: acpCopilot,
  kimi: acpKimi,
  qwen: acpQwen,
  kilo: acpKilo,
  pi: piNewer,
};

for (const [name, program] of Object.entries(programs)) {
  const ways = name === "pi" ? { found: null, configured: null } : { found: null, preset: null };
  describeThroughServer(
    `[CF7] ${program.name} ${program.version} through a server`,
    program,
    { id: name, program: name },
    ways,
  );
}
