import type { PermissionMode, PermissionOption } from "@polylog/core";

/**
 * Rules that people made by answering "always" or "never". The most cautious fitting rule wins: deny beats allow.
 * A pattern is exact, `*`, or a beginning that ends at a space: `git` fits `git` and `git status`, not `gitk`.
 */
export interface PermissionRule {
  readonly effect: "allow" | "deny";
  readonly toolName: string;
  readonly pattern: string;
  readonly scope: "session" | "project" | "always";
  /** The session or project it holds in; empty for everywhere. */
  readonly where: string;
}

export interface PermissionCall {
  readonly sessionId: string;
  readonly projectRoot: string;
  readonly toolName: string;
  /** What the pattern is compared with: the command, or the path. */
  readonly subject: string;
}

export type Verdict = "allow" | "deny" | "ask";

const editTools = new Set(["edit", "multiedit", "write", "notebookedit", "apply_patch", "filechange"]);

export function decide(
  call: PermissionCall,
  mode: PermissionMode,
  rules: readonly PermissionRule[],
): Verdict {
  const fitting = rules.filter((rule) => fits(rule, call));
  if (fitting.some((rule) => rule.effect === "deny")) return "deny";
  if (fitting.some((rule) => rule.effect === "allow")) return "allow";
  if (mode === "full") return "allow";
  if (mode === "accept_edits" && editTools.has(call.toolName.toLowerCase())) return "allow";
  return "ask";
}

function fits(rule: PermissionRule, call: PermissionCall): boolean {
  const here =
    rule.scope === "always" ||
    (rule.scope === "session" && rule.where === call.sessionId) ||
    (rule.scope === "project" && rule.where === call.projectRoot);
  return here && rule.toolName === call.toolName && fitsPattern(rule.pattern, call.subject);
}

export function fitsPattern(pattern: string, subject: string): boolean {
  return pattern === "*" || subject === pattern || subject.startsWith(`${pattern} `);
}

/** What a call is about, for a pattern: its command or path; everything else is compared whole. */
export function subjectOf(input: unknown): string {
  if (typeof input !== "object" || input === null) return JSON.stringify(input ?? null);
  const { command, file_path, path } = input as Record<string, unknown>;
  if (Array.isArray(command)) return command.join(" ");
  for (const named of [command, file_path, path]) if (typeof named === "string") return named;
  return JSON.stringify(input);
}

/** The rule that choosing an option makes; "once" makes none. */
export function ruleFor(option: PermissionOption, call: PermissionCall): PermissionRule | null {
  const { toolName, subject: pattern } = call;
  switch (option.kind) {
    case "allow_session":
      return { effect: "allow", toolName, pattern, scope: "session", where: call.sessionId };
    case "allow_project":
      return { effect: "allow", toolName, pattern, scope: "project", where: call.projectRoot };
    case "allow_always":
      return { effect: "allow", toolName, pattern, scope: "always", where: "" };
    case "reject_always":
      return { effect: "deny", toolName, pattern, scope: "always", where: "" };
    default:
      return null;
  }
}

/** The option to take for a verdict: by kind, because ids and order differ from agent to agent. */
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
