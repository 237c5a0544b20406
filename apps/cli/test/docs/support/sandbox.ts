import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import path from "node:path";
import type { Ended } from "../../support/cli.ts";
import { newFolder, surroundings, until } from "../../support/cli.ts";
import type { ShellBlock } from "./shell-blocks.ts";

const root = path.resolve(import.meta.dirname, "../../../../..");
const driver = path.join(import.meta.dirname, "drive.ts");
const HOME = ".local/share/polylog";
const DEFAULT_PORT = /\b7717\b/g;

/** Agents that the documents name. They repeat their prompt, so that a command takes no longer than it has to. */
const agents = Object.fromEntries(
  ["claude", "codex", "reviewer"].map((name) => [name, { backend: "script" }]),
);

/** Runs the shell blocks of one document, in their order, in one shell with a temporary home and a project folder. */
export class Sandbox {
  private readonly folder = newFolder();
  private readonly user = path.join(this.folder, "user");
  private readonly project = path.join(this.folder, "project");
  private readonly bin = path.join(this.folder, "bin");
  private readonly port: number;

  private constructor(port: number) {
    this.port = port;
  }

  /** With `isBare`, no agent is configured, as at the first start: the default agent is the demo. */
  static async open({ isBare }: { isBare: boolean }): Promise<Sandbox> {
    const sandbox = new Sandbox(await freePort());
    const home = path.join(sandbox.user, HOME);
    for (const folder of [home, sandbox.project, sandbox.bin]) mkdirSync(folder, { recursive: true });
    // The commands of the clone are used from here, but their project is an empty folder.
    symlinkSync(path.join(root, "apps"), path.join(sandbox.project, "apps"));
    if (!isBare) writeFileSync(path.join(home, "config.json"), JSON.stringify({ agents }));
    for (const name of ["polylog", "npx", "npm"]) {
      const file = path.join(sandbox.bin, name);
      writeFileSync(file, `#!/bin/sh\nexec '${process.execPath}' '${driver}' ${name} "$@"\n`);
      chmodSync(file, 0o755);
    }
    return sandbox;
  }

  /** Lines keep their numbers in the document, so that an error names the line to fix. */
  async run(blocks: readonly ShellBlock[]): Promise<Ended> {
    const texts = blocks.map(({ text }) => text).join("\n");
    const needsServer = /\bcurl\b/.test(texts) && !/\bnpm start\b/.test(texts);
    const lines: string[] = [];
    for (const { line, text } of blocks) {
      while (lines.length < line - 1) lines.push("");
      lines.push(...text.replaceAll(DEFAULT_PORT, String(this.port)).split("\n"));
    }
    lines[0] = `trap 'echo "line $LINENO failed: $BASH_COMMAND" >&2; exit 1' ERR; set -E${needsServer ? "; polylog ls" : ""}`;
    const script = path.join(this.folder, "document.sh");
    writeFileSync(script, lines.join("\n"));
    try {
      return await this.shell(script);
    } finally {
      await this.stopServers();
    }
  }

  private async shell(script: string): Promise<Ended> {
    const shell = spawn("bash", [script], {
      cwd: this.project,
      env: this.environment(),
      stdio: ["ignore", "pipe", "pipe"],
      detached: true,
    });
    const [stdout, stderr] = [textOf(shell, "stdout"), textOf(shell, "stderr")];
    const [code] = (await once(shell, "exit")) as [number | null];
    // Programs that a block leaves in the background.
    signal(shell.pid ?? 0, "SIGKILL");
    return { code, stdout: stdout(), stderr: stderr() };
  }

  private environment(): Record<string, string> {
    const { PATH = "", ...rest } = surroundings();
    return {
      ...rest,
      HOME: this.user,
      PATH: `${this.bin}:${PATH}`,
      POLYLOG_PORT: String(this.port),
      DOCS_SANDBOX: this.folder,
      DOCS_PATH: PATH,
    };
  }

  /** A server that a command has started in the background. */
  private holder(): number[] {
    try {
      const { pid } = JSON.parse(readFileSync(path.join(this.user, HOME, "holder.json"), "utf8")) as {
        pid: number;
      };
      // The process id may have been reused.
      return readFileSync(`/proc/${pid}/cmdline`, "utf8").includes(this.folder) ? [pid] : [];
    } catch {
      return [];
    }
  }

  private async stopServers(): Promise<void> {
    const file = path.join(this.folder, "servers");
    const started = existsSync(file) ? readFileSync(file, "utf8").trim().split("\n").map(Number) : [];
    const pids = [...started, ...this.holder()];
    for (const pid of pids) signal(pid, "SIGTERM");
    await until(() => pids.every((pid) => !signal(pid, 0)));
  }
}

/** Signals a program and the programs that it started. False if none is left. */
function signal(group: number, name: NodeJS.Signals | 0): boolean {
  try {
    process.kill(-group, name);
    return true;
  } catch {
    return false;
  }
}

function textOf(shell: ChildProcess, stream: "stdout" | "stderr"): () => string {
  let text = "";
  shell[stream]?.setEncoding("utf8").on("data", (part: string) => {
    text += part;
  });
  return () => text;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === "string") throw new Error("The port is unknown.");
  return address.port;
}
