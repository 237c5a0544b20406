import { developer, uncovered } from "./developer.ts";
import { files, system } from "./files.ts";
import { git } from "./git.ts";
import type { Program, Programs } from "./program.ts";
import { interpreters, shells, wrappers } from "./runners.ts";

/** Every program that Polylog knows, by its plain name. */
export const programs: Programs = {
  ...{ ...wrappers, ...shells, ...interpreters },
  ...{ ...files, ...system, git, ...developer, ...uncovered },
};

export function programNamed(name: string): Program | undefined {
  return Object.hasOwn(programs, name) ? programs[name] : undefined;
}
