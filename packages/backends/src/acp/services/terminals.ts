import { randomUUID } from "node:crypto";
import { RequestError } from "@agentclientprotocol/sdk";
import { defined } from "@polylog/core";
import { countOf, type Native, nameOf, recordsOf, textOf } from "../../connection/native-value.ts";
import type { AgentProcess } from "../../process/agent-process.ts";
import { startProcess } from "../../process/start-process.ts";
import { ProjectFolder } from "../../project/project-folder.ts";
import { limits } from "../limits.ts";

interface Terminal {
  readonly process: AgentProcess;
  readonly mostChars: number;
  output: string;
  isCut: boolean;
  exit: Native | null;
}

/** Commands that an agent runs through its client. They run in the project, within bounds, and end with the agent. */
export class Terminals {
  private readonly root: string;
  private readonly onOutput: (terminalId: string, text: string) => void;
  private readonly open = new Map<string, Terminal>();
  /** Terminals that are still starting. */
  private readonly coming = new Map<string, Promise<unknown>>();
  private isClosed = false;

  constructor(root: string, onOutput: (terminalId: string, text: string) => void) {
    this.root = root;
    this.onOutput = onOutput;
  }

  async create(params: Native): Promise<Native> {
    if (this.isClosed) throw new RequestError(-32603, "The session is closed.");
    if (this.open.size + this.coming.size >= limits.terminals)
      throw new RequestError(-32603, "Too many terminals are open. Release some first.");
    const terminalId = `terminal-${randomUUID()}`;
    const begun = this.begin(terminalId, params);
    this.coming.set(terminalId, begun);
    try {
      await begun;
      return { terminalId };
    } finally {
      this.coming.delete(terminalId);
    }
  }

  private async begin(terminalId: string, params: Native): Promise<void> {
    const project = await ProjectFolder.open(this.root);
    const cwd = await project.resolve(nameOf(params.cwd) ?? ".");
    if (!cwd.ok) throw RequestError.invalidParams({ details: cwd.message });
    const mostChars = Math.min(countOf(params.outputByteLimit) ?? limits.terminalChars, limits.terminalChars);
    const early: string[] = [];
    const decoders = { stdout: new TextDecoder(), stderr: new TextDecoder() };
    const started = await startProcess({
      ...lineOf(params),
      cwd: cwd.path,
      env: Object.fromEntries(recordsOf(params.env).map(({ name, value }) => [String(name), String(value)])),
      onOutput: (chunk, stream) => {
        const text = decoders[stream].decode(chunk, { stream: true });
        if (this.open.has(terminalId)) this.grow(terminalId, text);
        else early.push(text);
        return undefined;
      },
    });
    if (!started.ok) throw new RequestError(-32603, started.failure.message);
    const terminal: Terminal = { process: started.process, mostChars, output: "", isCut: false, exit: null };
    this.open.set(terminalId, terminal);
    this.coming.delete(terminalId);
    // The program may have printed something before its start was registered.
    for (const text of early) this.grow(terminalId, text);
    started.process.endInput();
    void started.process.exit.then(({ code, signal }) => {
      terminal.exit = { exitCode: code, signal };
    });
  }

  output(params: Native): Native {
    const { output, isCut, exit } = this.find(params);
    return { output, truncated: isCut, ...defined({ exitStatus: exit }) };
  }

  async waitForExit(params: Native): Promise<Native> {
    const { process } = this.find(params);
    const { code, signal } = await process.exit;
    await process.outputEnd;
    return { exitCode: code, signal };
  }

  async kill(params: Native): Promise<Native> {
    await this.find(params).process.stop();
    return {};
  }

  async release(params: Native): Promise<Native> {
    const { process } = this.find(params);
    this.open.delete(textOf(params.terminalId) ?? "");
    await process.stop();
    return {};
  }

  /** Ends all running terminals, and those that are still starting. */
  async close(): Promise<void> {
    this.isClosed = true;
    await Promise.allSettled(this.coming.values());
    const all = [...this.open.values()];
    this.open.clear();
    await Promise.all(all.map(({ process }) => process.stop()));
  }

  private find(params: Native): Terminal {
    const terminal = this.open.get(textOf(params.terminalId) ?? "");
    if (terminal === undefined) throw new RequestError(-32002, "Unknown terminal ID.");
    return terminal;
  }

  private grow(terminalId: string, text: string): void {
    const terminal = this.open.get(terminalId);
    if (terminal === undefined || text === "") return;
    const output = terminal.output + text;
    terminal.isCut ||= output.length > terminal.mostChars;
    terminal.output = terminal.mostChars === 0 ? "" : output.slice(-terminal.mostChars);
    this.onOutput(terminalId, text);
  }
}

/** A command with arguments is started directly; a command without arguments is a shell line. */
function lineOf(params: Native): { command: string; args: string[] } {
  const command = textOf(params.command) ?? "";
  const args = Array.isArray(params.args) ? params.args.map(String) : [];
  return args.length > 0 ? { command, args } : { command: "/bin/sh", args: ["-c", command] };
}
