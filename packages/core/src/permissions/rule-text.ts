import type { PermissionRule } from "../api/asks.ts";
import type { PermissionOffer } from "./offers.ts";

/** A rule in words, the same on every screen. */

/** `git status …` for a prefix, else the command, file or input itself; with the folder, where it is another one. */
export function ruleSubject({ match, pattern, cwd }: PermissionOffer): string {
  const subject = match === "prefix" ? `${pattern} …` : pattern;
  return cwd === undefined ? subject : `${subject} (in ${cwd})`;
}

export function rulePlace({ scope, projectRoot }: PermissionRule): string {
  if (scope === "session") return "in one session";
  return scope === "project" ? `in ${projectRoot}` : "everywhere";
}
