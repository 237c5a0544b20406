import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { acpBackend } from "../../../src/acp/backend.ts";
import type { Program } from "../program.ts";
import { openCodeSettings } from "./acp-opencode.ts";
import { acpToolKind } from "./acp-tool-kind.ts";
import { acpUnsupported, unknownCall } from "./acp-unsupported.ts";
import { installedAgent } from "./installed.ts";

const version = "7.7.9";

export const acpKilo: Program = {
  name: "Kilo Code",
  backend: acpBackend,
  version,
  command: installedAgent(`@kilocode/cli-${process.platform}-${process.arch}/bin/kilo`),
  versionText: { from: `"version":"${version}"`, to: '"version":"0.1.0"' },
  setUp: async ({ home, modelUrl, command, mcpServer }) => {
    const folder = path.join(home, ".config/kilo");
    await mkdir(folder, { recursive: true });
    await writeFile(path.join(folder, "kilo.json"), JSON.stringify(openCodeSettings(modelUrl)));
    return {
      backend: "acp",
      command,
      env: { KILO_DISABLE_MODELS_FETCH: "1", KILO_DISABLE_LSP_DOWNLOAD: "1", KILO_DISABLE_AUTOUPDATE: "1" },
      options: {
        preset: "kilo",
        ...(mcpServer === null ? {} : { mcp_servers: { conformance: mcpServer } }),
      },
    };
  },
  otherModel: "other",
  mcpTool: "conformance_echo",
  ownTool: (name) => `polylog_${name}`,
  unsupported: { ...acpUnsupported, ...unknownCall },
  toolKind: (call) => (call.rawName === "conformance_echo" ? "mcp" : acpToolKind(call)),
};
