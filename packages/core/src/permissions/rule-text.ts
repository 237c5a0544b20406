import type { PermissionRule } from "../api/permissions.ts";

/** A rule in words, the same on every screen. */

/** `git …` for what begins so; the very command, file or input. */
export function ruleSubject({ match, pattern }: PermissionRule): string {
  return match === "prefix" ? `${pattern} …` : pattern;
}

export function rulePlace({ scope, projectRoot }: PermissionRule): string {
  if (scope === "session") return "in one session";
  return scope === "project" ? `in ${projectRoot}` : "everywhere";
}
