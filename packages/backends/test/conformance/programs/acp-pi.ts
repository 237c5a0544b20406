import { acpBackend } from "../../../src/acp/backend.ts";
import type { Program } from "../support/program.ts";
import { acpToolKind } from "./acp-tool-kind.ts";
import { acpUnsupported } from "./acp-unsupported.ts";
import { installedProgram } from "./installed.ts";
import { pi, piHome } from "./pi.ts";

const version = "0.0.34";

const noServers = "pi-acp passes no MCP servers to Pi, which does not support MCP.";
const asksNobody = "pi-acp never requests permission.";

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
    ["API error 401", "API error 429", "model unreachable"].map((name) => [name, noAnswer]),
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
    usage: "pi-acp reports how full the context window is, but not a run's usage.",
    "unicode and control characters": "pi-acp drops the Unicode line and paragraph separators.",
    "permission allow": asksNobody,
    "permission deny": asksNobody,
    "permission deny with a reason": asksNobody,
    "permission always": asksNobody,
    "permission deny and stop": asksNobody,
    "cancel while it asks": asksNobody,
    steer: "pi-acp accepts no messages during a turn. A message becomes its next turn.",
    "the model's stream is cut": "pi-acp does not distinguish an interrupted answer from a complete one.",
  },
  toolKind: acpToolKind,
};
