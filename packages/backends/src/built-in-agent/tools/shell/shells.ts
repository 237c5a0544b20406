import type { StartFailure } from "../../../process/start-failure.ts";
import { limits } from "../limits.ts";
import { BoundedOutput } from "./bounded-output.ts";
import { type Command, type CommandOptions, startCommand } from "./start-command.ts";

interface Shell {
  readonly command: Command;
  /** Output since it was last read. */
  readonly printed: { unread: BoundedOutput };
  exitCode: number | null;
}

export interface ShellUpdate {
  readonly output: BoundedOutput;
  /** Null while it runs. */
  readonly exitCode: number | null;
}

/** An agent's background commands, by id. */
export class Shells {
  private readonly shells = new Map<string, Shell>();
  private count = 0;
  private isClosed = false;

  get isAnyRunning(): boolean {
    return [...this.shells.values()].some(isRunning);
  }

  async start(
    options: Omit<CommandOptions, "onText">,
  ): Promise<{ readonly ok: true; readonly id: string } | { readonly ok: false; failure: ShellFailure }> {
    if (this.isClosed) return refuse("closed", "The agent is shutting down. No new command can start.");
    if ([...this.shells.values()].filter(isRunning).length >= limits.shells) {
      return refuse(
        "too_many",
        `${limits.shells} commands are already running in the background. Stop one with KillShell.`,
      );
    }
    const printed = { unread: new BoundedOutput() };
    const onText = (text: string): undefined => void printed.unread.push(text);
    const started = await startCommand({ ...options, onText });
    if (!started.ok) return started;
    const { command } = started;
    const id = `shell_${++this.count}`;
    const shell: Shell = { command, printed, exitCode: null };
    this.shells.set(id, shell);
    void command.ended.then(({ exitCode }) => {
      shell.exitCode = exitCode;
      this.forgetOldest();
    });
    // The agent was closed while the command started.
    if (this.isClosed) await command.stop();
    return { ok: true, id };
  }

  /** The new output since the last call. Null if there is no such command. */
  news(id: string): ShellUpdate | null {
    const shell = this.shells.get(id);
    if (shell === undefined) return null;
    const news = { output: shell.printed.unread, exitCode: shell.exitCode };
    shell.printed.unread = new BoundedOutput();
    return news;
  }

  /** False if there is no such command. */
  async stop(id: string): Promise<boolean> {
    const shell = this.shells.get(id);
    await shell?.command.stop();
    return shell !== undefined;
  }

  /** Stops all commands. No new one can start afterwards. */
  async close(): Promise<void> {
    this.isClosed = true;
    await Promise.all([...this.shells.values()].map(({ command }) => command.stop()));
  }

  private forgetOldest(): void {
    const ended = [...this.shells].filter(([, shell]) => !isRunning(shell));
    for (const [id] of ended.slice(0, Math.max(0, ended.length - limits.endedShells))) this.shells.delete(id);
  }
}

export type ShellFailure = StartFailure | { readonly code: "closed" | "too_many"; readonly message: string };

function isRunning({ exitCode }: Shell): boolean {
  return exitCode === null;
}

function refuse(code: "closed" | "too_many", message: string): { ok: false; failure: ShellFailure } {
  return { ok: false, failure: { code, message } };
}
