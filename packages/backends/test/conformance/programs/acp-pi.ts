import { acpBackend } from "../../../src/acp/backend.ts";
import type { Program } from "../support/program.ts";
import { acpToolKind } from "./acp-tool-kind.ts";
import { acpUnsupported } from "./acp-unsupported.ts";
import { installedProgram } from "./installed.ts";
import { pi, piHome } from "./pi.ts";

const version = "0.0.34";

const noServers = "pi-acp passes no MCP servers on to Pi, which does not speak MCP.";
const asksNobody = "pi-acp asks for no permission: what it does, it does unasked.";

const noAnswer = { code: "no_answer", message: /^Pi ended its turn without an answer; / };

export const acpPi: Program = {
  name: "pi-acp",
  backend: acpBackend,
  version,
  command: installedProgram("pi-acp/dist/index.js"),
  versionText: { from: `"version":"${version}"`, to: '"version":"9.9.9"' },
  setUp: async ({ home, modelUrl, command }) => ({
    backend: "acp",
    command,
    model: "scripted/scripted",
    env: { ...(await piHome(home, modelUrl)), PI_ACP_PI_COMMAND: pi.command },
    options: { preset: "pi-acp" },
  }),
  otherModel: "other",
  failures: Object.fromEntries(
    ["API error 401", "API error 429", "the model is not there"].map((name) => [name, noAnswer]),
  ),
  ownWords: pi.ownWords ?? [],
  hidesUsage: true,
  unsupported: {
    ...pi.unsupported,
    ...acpUnsupported,
    "a tool of Polylog's own": noServers,
    "a tool of Polylog's own knows its call": noServers,
    "a tool of Polylog's own after a restart": noServers,
    "cancel in a tool of Polylog's own": noServers,
    usage: "pi-acp tells how full the model's window is, and not what a run used.",
    "unicode and control characters": "pi-acp loses the separators of lines and paragraphs.",
    "permission allow": asksNobody,
    "permission deny": asksNobody,
    "permission deny with a reason": asksNobody,
    "permission always": asksNobody,
    "permission deny and stop": asksNobody,
    "cancel while it asks": asksNobody,
    steer: "pi-acp can be told nothing during a turn: what is said to a run at work is its next turn.",
    "the model's stream is cut": "pi-acp does not tell an answer that breaks off from one that is whole.",
  },
  toolKind: acpToolKind,
};
