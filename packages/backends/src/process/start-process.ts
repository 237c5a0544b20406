import { spawn } from "node:child_process";
import { once } from "node:events";
import { stat } from "node:fs/promises";
import { messageOf } from "@polylog/core";
import { AgentProcess, type TakeOutput } from "./agent-process.ts";
import type { Containment } from "./containment.ts";
import { bestContainment } from "./containment.ts";
import { childEnvironment, TREE_MARK } from "./environment.ts";
import { findProgram } from "./find-program.ts";
import { openRecord } from "./process-records.ts";
import { passwordsIn, redactor, secretsIn } from "./redact.ts";
import type { StartFailure } from "./start-failure.ts";

/** The one place that starts a program for good. */

export interface ProcessOptions {
  /** An absolute path, or a name that is looked up in the PATH the program will get. */
  readonly command: string;
  /** Given to the program as they are: no shell reads them, and none becomes an option of ours. */
  readonly args: readonly string[];
  readonly cwd: string;
  /** The agent's own environment, beside what every program inherits. Values named as secrets stay unseen. */
  readonly env?: Readonly<Record<string, string>> | undefined;
  /** More that must not come back in the program's output. */
  readonly secrets?: readonly string[] | undefined;
  /** Takes the output as it comes, instead of its being read by lines. */
  readonly onOutput?: TakeOutput | undefined;
  /** How it is bound to us; the best that works here if absent. */
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
    return failed("folder_not_found", `The folder ${cwd} does not exist; choose another project.`);
  }
  const containment = options.containment ?? (await bestContainment());
  const [file = program.file, ...rest] = [...containment.prefix, program.file, ...args];
  const record = await openRecord(program.file);
  try {
    const child = spawn(file, rest, {
      cwd,
      env: { ...environment, [TREE_MARK]: record.mark },
      // A session and a group of its own, so that all of it can be signalled at once.
      detached: true,
      shell: false,
      stdio: ["pipe", "pipe", "pipe"],
    });
    // Without a number the child's error follows, and its pipes may not exist.
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
