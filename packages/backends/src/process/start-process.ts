import { spawn } from "node:child_process";
import { once } from "node:events";
import { stat } from "node:fs/promises";
import { messageOf } from "@polylog/core";
import { AgentProcess, type TakeOutput } from "./agent-process.ts";
import { bestContainment, type Containment } from "./containment.ts";
import { childEnvironment, TREE_MARK } from "./environment.ts";
import { findProgram } from "./find-program.ts";
import { openRecord } from "./process-records.ts";
import { passwordsIn, redactor, secretsIn } from "./redact.ts";
import type { StartFailure } from "./start-failure.ts";

/** All programs are started here, except version checks. */

export interface ProcessOptions {
  /** An absolute path, or a name that is looked up in the program's PATH. */
  readonly command: string;
  /** Passed to the program unchanged: no shell interprets them, and they cannot become Polylog's options. */
  readonly args: readonly string[];
  readonly cwd: string;
  /** The agent's own environment, added to the inherited variables. Values of secrets are redacted in output. */
  readonly env?: Readonly<Record<string, string>> | undefined;
  /** More values to redact in the program's output. */
  readonly secrets?: readonly string[] | undefined;
  /** Receives the output directly. If set, it is not read by lines. */
  readonly onOutput?: TakeOutput | undefined;
  /** How the program is bound to the server. Default: the best one that works here. */
  readonly containment?: Containment | undefined;
}

export type StartedProcess =
  | { readonly ok: true; readonly process: AgentProcess }
  | { readonly ok: false; readonly failure: StartFailure };

export async function startProcess(options: ProcessOptions): Promise<StartedProcess> {
  const { command, args, cwd, env = {}, secrets = [] } = options;
  const environment = childEnvironment(process.env, env);
  const program = await findProgram(command, environment.PATH ?? "");
  if (!program.ok) return program;
  if (!(await isFolder(cwd))) {
    return failed("folder_not_found", `The folder ${cwd} does not exist. Choose another project.`);
  }
  const containment = options.containment ?? (await bestContainment());
  const [file = program.file, ...rest] = [...containment.prefix, program.file, ...args];
  const record = await openRecord(program.file);
  try {
    const child = spawn(file, rest, {
      cwd,
      env: { ...environment, [TREE_MARK]: record.mark },
      // Its own session and process group, so that all its processes can be signaled at once.
      detached: true,
      shell: false,
      stdio: ["pipe", "pipe", "pipe"],
    });
    // Without an id, the child's error event follows, and its pipes may not exist.
    if (child.pid === undefined) await once(child, "spawn");
    const started = new AgentProcess(child, {
      record,
      exitShowsSignal: containment.kind === "namespace",
      clean: redactor([...secrets, ...secretsIn(env), ...passwordsIn(environment)]),
      onOutput: options.onOutput,
    });
    await record.started(started.pid);
    return { ok: true, process: started };
  } catch (error) {
    await record.remove();
    const reason = messageOf(error);
    return failed("program_not_started", `${program.file} could not be started: ${reason}.`);
  }
}

async function isFolder(folder: string): Promise<boolean> {
  try {
    return (await stat(folder)).isDirectory();
  } catch {
    // Missing or unreadable: a program cannot start in it either way.
    return false;
  }
}

function failed(code: StartFailure["code"], message: string): StartedProcess {
  return { ok: false, failure: { code, message } };
}
