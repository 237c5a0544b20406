import type { DetectedAgent, Machine } from "../manifest.ts";

/** How to make a program usable, each as a command or as a sentence with a command. */
export interface ProgramHelp {
  /** Such as `npm install -g …`. */
  readonly install: string;
  /** What to do if the user is not logged in. */
  readonly logIn: string;
}

/** Whether an installed program can be used. `isLoggedIn` only reads and starts no login. */
export async function programState(
  machine: Machine,
  command: string,
  help: ProgramHelp,
  isLoggedIn: () => Promise<boolean>,
): Promise<Pick<DetectedAgent, "state" | "reason" | "version">> {
  const checked = await machine.checkProgram(command);
  if (!checked.ok) {
    const reason = `${command} does not run: ${checked.problem}. Reinstall it with: ${help.install}`;
    return { state: "broken", reason };
  }
  const version = checked.version === null ? {} : { version: checked.version };
  if (await isLoggedIn()) return { state: "available", ...version };
  return { state: "logged_out", reason: help.logIn, ...version };
}

export function missingProgram(name: string, install: string): Pick<DetectedAgent, "state" | "reason"> {
  return { state: "missing", reason: `${name} was not found. Install it with: ${install}` };
}
