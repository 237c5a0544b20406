import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { defined } from "@polylog/core";
import { describe, onTestFinished, test } from "vitest";
import { acpBackend } from "../../src/acp/backend.ts";
import { acpToolKind } from "../conformance/programs/acp-tool-kind.ts";
import { acpUnsupported } from "../conformance/programs/acp-unsupported.ts";
import { builtIn } from "../conformance/programs/built-in.ts";
import { scenarios } from "../conformance/scenarios/index.ts";
import { playScenario } from "../conformance/suite.ts";
import type { Program, ProgramPlace } from "../conformance/support/program.ts";

/**
 * Polylog through Polylog: the ACP backend drives `polylog acp`, whose server drives the built-in agent. The
 * resulting conversation is the same as for every agent.
 */

const main = fileURLToPath(new URL("../../../../apps/cli/src/main.ts", import.meta.url));

/** Scenarios that do not work this way, and why. */
const elsewhere: Readonly<Record<string, string>> = {
  ...acpUnsupported,
  "a tool of Polylog's own": "The inner server has its own tools.",
  "a tool of Polylog's own knows its call": "The inner server has its own tools.",
  "a tool of Polylog's own after a restart": "The inner server has its own tools.",
  "cancel in a tool of Polylog's own": "The inner server has its own tools.",
  "program killed with -9 in mid-run": "The run continues in the server.",
  "resume after kill -9 of the server": "The run continues in the server.",
  "untested program version": "Only this version of Polylog is available.",
  "program not installed": "Without the program there is no server.",
  "MCP tool": "MCP servers belong in the inner agent's settings.",
  "permission deny with a reason": "The editor's answer has no field for a reason.",
  "the model's stream is cut": "The built-in agent requests the rest of an interrupted answer.",
};

class Server {
  private flags: readonly string[] | null = null;

  /** Starts a server with the built-in agent on the scripted model, and returns the arguments to reach it. */
  async start({ home, modelUrl, start }: ProgramPlace): Promise<readonly string[]> {
    if (this.flags !== null) return this.flags;
    const folder = path.join(home, "polylog");
    await mkdir(folder);
    const inner = {
      backend: "openai",
      base_url: `${modelUrl}/v1`,
      api_key: "scripted",
      model: "scripted",
      permission_mode: start.permissionMode,
    };
    const settings = { default_agent: "inner", agents: { inner } };
    await writeFile(path.join(folder, "config.json"), JSON.stringify(settings));
    const { PATH = "", NODE_COMPILE_CACHE = "" } = process.env;
    const server = spawn(process.execPath, [main, "serve", "--home", folder, "--port", "0", "--json"], {
      env: { PATH, HOME: home, NODE_COMPILE_CACHE },
      stdio: ["ignore", "pipe", "inherit"],
    });
    onTestFinished(async () => {
      const exited = once(server, "exit");
      server.kill();
      await exited;
    });
    const [line] = (await once(createInterface(server.stdout), "line")) as [string];
    const { port } = new URL((JSON.parse(line) as { url: string }).url);
    // The agent runs in its own process namespace, where the server's process ID is meaningless, so the port is
    // passed.
    this.flags = ["--home", folder, "--port", port];
    return this.flags;
  }
}

function polylog(): Program {
  const server = new Server();
  return {
    name: "Polylog",
    backend: acpBackend,
    command: process.execPath,
    version: "0",
    versionText: { from: "-", to: "-" },
    setUp: async (place) => ({
      backend: "acp",
      command: place.command,
      args: [main, "acp", ...(await server.start(place))],
    }),
    otherModel: "other",
    planStep: 'tool ExitPlanMode {"plan":"1. Fix it\\n2. Test it"}',
    ...defined({ failures: builtIn.failures, ownWords: builtIn.ownWords }),
    unsupported: {},
    toolKind: acpToolKind,
  };
}

/** Plays the named scenarios, or all that work this way. */
export function describePolylog(names?: readonly string[]): void {
  const isWanted = (name: string) => !Object.hasOwn(elsewhere, name) && (names?.includes(name) ?? true);
  describe("Polylog through Polylog", () => {
    for (const scenario of scenarios.filter(({ name }) => isWanted(name))) {
      test(`[CF1] [CF2] [CF3] ${scenario.name}`, async () => {
        await playScenario(polylog(), scenario);
      });
    }
  });
}
