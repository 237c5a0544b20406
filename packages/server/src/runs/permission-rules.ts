import type { PermissionMode, PermissionOffer, PermissionOption, PermissionSubject } from "@polylog/core";
import { isOneCommand, programName, shellCommands } from "@polylog/core";

/**
 * Rules that people made by answering "always" or "never". The most cautious fitting rule wins: deny beats allow.
 * A rule is for the very same call, or for commands that begin with its words: `git` fits `git` and `git status`, not
 * `gitk`, and `*` every command.
 */
export interface RuleParts extends PermissionOffer {
  readonly effect: "allow" | "deny";
  readonly toolName: string;
  readonly scope: "session" | "project" | "always";
  /** The session or project it holds in; empty for everywhere. */
  readonly where: string;
}

export interface PermissionCall {
  readonly sessionId: string;
  readonly projectRoot: string;
  readonly toolName: string;
  /** Null where the call does not say what it does: no rule is for it. */
  readonly subject: PermissionSubject | null;
  /** It changes files of the project and nothing else. */
  readonly isOwnEdit?: boolean | undefined;
}

export type Verdict = "allow" | "deny" | "ask";

export function decide(call: PermissionCall, mode: PermissionMode, rules: readonly RuleParts[]): Verdict {
  const fitting = rules.filter((rule) => fits(rule, call));
  if (fitting.some((rule) => rule.effect === "deny")) return "deny";
  if (fitting.some((rule) => rule.effect === "allow")) return "allow";
  if (mode === "full") return "allow";
  if (mode === "accept_edits" && call.isOwnEdit === true) return "allow";
  return "ask";
}

function fits(rule: RuleParts, { sessionId, projectRoot, toolName, subject }: PermissionCall): boolean {
  const isHere =
    rule.scope === "always" ||
    (rule.scope === "session" && rule.where === sessionId) ||
    (rule.scope === "project" && rule.where === projectRoot);
  if (!isHere || rule.toolName !== toolName || subject === null) return false;
  if (subject.text === rule.pattern) return true;
  return rule.effect === "allow" ? mayBegin(rule, subject) : mustNotBegin(rule, subject);
}

/** Leave for a beginning is for one plain command. Whatever a shell could make more of is asked for. */
function mayBegin({ match, pattern }: PermissionOffer, { kind, text }: PermissionSubject): boolean {
  return match === "prefix" && kind === "command" && isOneCommand(text) && isBeginning(pattern, text);
}

/** A no holds for every command that a shell would run, wherever it stands. */
function mustNotBegin({ match, pattern }: PermissionOffer, { text, command }: PermissionSubject): boolean {
  if (match === "prefix" && isBeginning(pattern, text)) return true;
  if (command === null) return false;
  const [wanted, ...more] = shellCommands(pattern);
  if (wanted === undefined || more.length > 0) return false;
  return shellCommands(command).some(({ words, starts }) =>
    starts.some(
      (start) =>
        (match === "prefix" || words.length - start === wanted.words.length) &&
        wanted.words.every((word, index) => isWord(word, words[start + index], index === 0)),
    ),
  );
}

function isBeginning(pattern: string, text: string): boolean {
  return pattern === "*" || text === pattern || text.startsWith(`${pattern} `);
}

/** A program is the same by its path. */
function isWord(wanted: string, word: string | undefined, isProgram: boolean): boolean {
  return word === wanted || (isProgram && word !== undefined && programName(word) === wanted);
}

/** The rule that choosing an option makes; "once" makes none. */
export function ruleFor(
  option: PermissionOption,
  call: PermissionCall,
  { match, pattern }: PermissionOffer,
): RuleParts | null {
  const { toolName } = call;
  const rule = { toolName, match, pattern };
  switch (option.kind) {
    case "allow_session":
      return { ...rule, effect: "allow", scope: "session", where: call.sessionId };
    case "allow_project":
      return { ...rule, effect: "allow", scope: "project", where: call.projectRoot };
    case "allow_always":
      return { ...rule, effect: "allow", scope: "always", where: "" };
    case "reject_always":
      return { ...rule, effect: "deny", scope: "always", where: "" };
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
