import type { PermissionMode, PermissionOffer, PermissionOption, PermissionSubject } from "@polylog/core";
import { defined, fileAccess, isTooLong, resolvePath } from "@polylog/core";
import { isBeginning, matchDenial } from "./match-denial.ts";

/**
 * Rules that people created by answering "always" or "never". Deny rules win over allow rules, and both over the mode. A
 * rule applies to one call, or to commands that begin with its words: `git` covers `git` and `git status`, not `gitk`, and
 * `*` every command. A prefix rule only allows commands whose options are known to be harmless.
 */
export interface RuleParts extends PermissionOffer {
  readonly effect: "allow" | "deny";
  /** As named by the agent. */
  readonly toolName: string;
  readonly scope: "session" | "project" | "always";
  /** The session or project that it applies to; empty for all. */
  readonly where: string;
  /** The kind of subject. Rules of older versions lack it; they allow less and deny more. */
  readonly kind?: PermissionSubject["kind"] | undefined;
}

export interface PermissionCall {
  readonly sessionId: string;
  readonly projectRoot: string;
  /** As named by the agent. */
  readonly toolName: string;
  /** Null if the effect of the call is unknown: no rule allows it. */
  readonly subject: PermissionSubject | null;
  /** The subjects for deny rules, if there are more than the main one. */
  readonly touches?: readonly PermissionSubject[] | undefined;
  /** The call only changes files of the project. */
  readonly isProjectEdit?: boolean | undefined;
}

export type Verdict = "allow" | "deny" | "ask";

export function decide(call: PermissionCall, mode: PermissionMode, rules: readonly RuleParts[]): Verdict {
  const here = rules.filter((rule) => holdsIn(rule, call));
  const denials = here.filter(({ effect }) => effect === "deny").map((rule) => matchDenial(rule, call));
  if (denials.includes("yes")) return "deny";
  const allowed = here.filter((rule) => rule.effect === "allow" && allows(rule, call));
  if (allowed.some(({ match }) => match === "exact")) return "allow";
  if (denials.includes("unsure")) return "ask";
  if (allowed.length > 0) return "allow";
  if (mode === "full") return "allow";
  if (mode === "accept_edits" && call.isProjectEdit === true) return "allow";
  return "ask";
}

/** The rule that decides; null if the mode decides. */
export function decidingRule<R extends RuleParts>(call: PermissionCall, rules: readonly R[]): R | null {
  const here = rules.filter((rule) => holdsIn(rule, call));
  const allowing = here.filter((rule) => rule.effect === "allow" && allows(rule, call));
  return (
    here.find((rule) => rule.effect === "deny" && matchDenial(rule, call) === "yes") ??
    allowing.find(({ match }) => match === "exact") ??
    allowing[0] ??
    null
  );
}

function holdsIn({ scope, where }: RuleParts, { sessionId, projectRoot }: PermissionCall): boolean {
  if (scope === "session") return where === sessionId;
  return scope === "always" || where === projectRoot;
}

function allows(rule: RuleParts, { toolName, projectRoot, subject }: PermissionCall): boolean {
  if (subject === null || isTooLong(subject)) return false;
  const { kind, text, cwd, access, known } = subject;
  const isSameFile = kind === "file" && rule.kind === "file" && fileAccess(rule.toolName) === access;
  if (!isSameFile && rule.toolName !== toolName) return false;
  if ((rule.kind !== undefined && rule.kind !== kind) || (rule.cwd ?? null) !== cwd) return false;
  if (rule.match === "prefix") return known !== null && isBeginning(rule.pattern, text);
  const isOldPath = kind === "file" && rule.kind === undefined;
  return text === (isOldPath ? oldPath(rule, projectRoot) : rule.pattern);
}

/** Older versions stored a path as given in the call. In a rule for all projects, it may refer to any project's file. */
function oldPath({ pattern, scope, where }: RuleParts, projectRoot: string): string | null {
  if (pattern.startsWith("/")) return resolvePath(pattern, undefined);
  if (scope === "always") return null;
  return resolvePath(pattern, scope === "project" ? where : projectRoot);
}

/** The rule created by choosing an option; "once" creates none. */
export function ruleFor(
  option: PermissionOption,
  call: PermissionCall,
  { match, pattern }: PermissionOffer,
): RuleParts | null {
  const { toolName, subject, sessionId, projectRoot } = call;
  if (subject === null) return null;
  const { kind, text, cwd } = subject;
  const rule = { toolName, kind, match, pattern: match === "exact" ? text : pattern };
  const allow = { ...rule, ...defined({ cwd }), effect: "allow" } as const;
  switch (option.kind) {
    case "allow_session":
      return { ...allow, scope: "session", where: sessionId };
    case "allow_project":
      return { ...allow, scope: "project", where: projectRoot };
    case "allow_always":
      return { ...allow, scope: "always", where: "" };
    case "reject_always":
      return { ...rule, effect: "deny", scope: "always", where: "" };
    default:
      return null;
  }
}

/** The option that matches a verdict, by kind, because ids and order differ between agents. */
export function optionFor(
  verdict: "allow" | "deny",
  options: readonly PermissionOption[],
): PermissionOption | null {
  const kinds = verdict === "allow" ? ["allow_once", "allow_session"] : ["reject_once", "reject_always"];
  for (const kind of kinds) {
    const option = options.find((candidate) => candidate.kind === kind);
    if (option !== undefined) return option;
  }
  return null;
}
