import { constants } from "node:os";
import type { AgentProcess, ProcessExit } from "../../../process/agent-process.ts";
import { childEnvironment } from "../../../process/environment.ts";
import { passwordsIn, StreamRedactor, secretsIn } from "../../../process/redact.ts";
import type { StartFailure } from "../../../process/start-failure.ts";
import { startProcess } from "../../../process/start-process.ts";
import { limits } from "../limits.ts";

export interface CommandOptions {
  readonly command: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** Receives the output as text. While the returned promise is pending, no further output is read. */
  readonly onText: (text: string, stream: "stdout" | "stderr") => Promise<void> | undefined;
}

/** A running command. */
export interface Command {
  /** Resolves when all its processes have ended and all its output is delivered. */
  readonly ended: Promise<{ readonly exitCode: number }>;
  /** Stops it and everything that it started: SIGTERM, then SIGKILL after a grace period. Some output may be lost. */
  stop(graceMs?: number): Promise<void>;
}

/**
 * The shells that can run a command, in order of preference. If its input is a socket, Bash assumes a network
 * connection and reads the user's `.bashrc`, which is slow at best. The options prevent this.
 */
const shells = [
  { shell: "bash", flags: ["--norc"] },
  { shell: "/bin/sh", flags: [] },
];

/** Starts a command in a shell. The command is a single argument and is never concatenated with other text. */
export async function startCommand(
  options: CommandOptions,
): Promise<{ readonly ok: true; readonly command: Command } | { readonly ok: false; failure: StartFailure }> {
  const { command, cwd, env, onText } = options;
  const secrets = [...secretsIn(env), ...passwordsIn(childEnvironment(process.env, env))];
  const readers = { stdout: new TextReader(secrets), stderr: new TextReader(secrets) };
  const onOutput = (chunk: Buffer, stream: "stdout" | "stderr") => {
    const text = readers[stream].push(chunk);
    return text === "" ? undefined : onText(text, stream);
  };
  for (const { shell, flags } of shells) {
    const args = [...flags, "-c", "--", command];
    const started = await startProcess({ command: shell, args, cwd, env, onOutput });
    if (started.ok) return { ok: true, command: runningCommand(started.process, readers, onText) };
    if (started.failure.code !== "program_not_found" || shell === shells.at(-1)?.shell) return started;
  }
  throw new Error("No shell could be started.");
}

function runningCommand(
  program: AgentProcess,
  readers: Readonly<Record<"stdout" | "stderr", TextReader>>,
  onText: CommandOptions["onText"],
): Command {
  program.endInput();
  const ended = async () => {
    const exit = await program.exit;
    await program.outputEnd;
    for (const stream of ["stdout", "stderr"] as const) {
      const rest = readers[stream].end();
      if (rest !== "") await onText(rest, stream);
    }
    return { exitCode: exitCodeOf(exit) };
  };
  return {
    ended: ended(),
    stop: async (graceMs) => void (await program.stop({ graceMs: graceMs ?? limits.graceMs })),
  };
}

/** The exit code with which a shell reports a signal. */
function exitCodeOf({ code, signal }: ProcessExit): number {
  return code ?? 128 + (constants.signals[signal as NodeJS.Signals] ?? 0);
}

/** Decodes bytes and redacts secrets, across chunk boundaries. */
class TextReader {
  private readonly decoder = new TextDecoder();
  private readonly redactor: StreamRedactor;

  constructor(secrets: readonly string[]) {
    this.redactor = new StreamRedactor(secrets);
  }

  push(chunk: Buffer): string {
    return this.redactor.push(this.decoder.decode(chunk, { stream: true }));
  }

  end(): string {
    return this.redactor.push(this.decoder.decode()) + this.redactor.end();
  }
}
