import type { PermissionSubject, SimpleCommand } from "@polylog/core";
import {
  cleanToolName,
  fileAccess,
  isShellTool,
  programName,
  resolvePath,
  wordsOfSimpleCommand,
} from "@polylog/core";
import type { PermissionCall, RuleParts } from "./decide.ts";

/** Whether a deny rule matches a call. For `unsure` a person is asked, because the effect of the call is unknown. */
export type Denial = "yes" | "unsure" | "no";

/** A deny rule applies to every tool of its kind, in every folder, and to every command that a shell would run. */
export function matchDenial(rule: RuleParts, call: PermissionCall): Denial {
  const { toolName, projectRoot, subject, touches } = call;
  const subjects = touches ?? (subject === null ? [] : [subject]);
  return surest(subjects.map((each) => matchSubject(rule, toolName, projectRoot, each)));
}

export function isBeginning(pattern: string, text: string): boolean {
  return pattern === "*" || text === pattern || text.startsWith(`${pattern} `);
}

function surest(denials: readonly Denial[]): Denial {
  if (denials.includes("yes")) return "yes";
  return denials.includes("unsure") ? "unsure" : "no";
}

function matchSubject(
  { toolName, match, pattern }: RuleParts,
  calledName: string,
  projectRoot: string,
  { text, access, files, reading }: PermissionSubject,
): Denial {
  const [ruled, called] = [cleanToolName(toolName), cleanToolName(calledName)];
  const ruledAccess = fileAccess(ruled);
  if (ruledAccess !== null && access !== null && covers(ruledAccess, access)) {
    if (files.includes(resolvePath(pattern, projectRoot))) return "yes";
  }
  const isShell = isShellTool(ruled) && isShellTool(called);
  if (ruled !== called && !isShell) return "no";
  if (text === pattern || (match === "prefix" && isBeginning(pattern, text))) return "yes";
  const wanted = reading === null ? null : wordsOfSimpleCommand(pattern);
  if (reading === null || wanted === null) return "no";
  const found = surest(reading.commands.map((command) => matchCommand(wanted, match, command)));
  return found === "no" && !reading.isWhole ? "unsure" : found;
}

/** A rule against changing a file also covers deleting and moving it. */
function covers(ruled: string, access: string): boolean {
  return ruled === access || (ruled === "write" && access === "delete");
}

function matchCommand(
  wanted: readonly string[],
  match: RuleParts["match"],
  { words, starts, isGuess, isOpaque }: SimpleCommand,
): Denial {
  const found = surest(starts.map((start) => matchAt(wanted, match, words, start)));
  if (found === "yes") return isGuess ? "unsure" : "yes";
  return isOpaque ? "unsure" : found;
}

function matchAt(
  wanted: readonly string[],
  match: RuleParts["match"],
  words: readonly string[],
  start: number,
): Denial {
  const [program = "", ...rest] = wanted;
  if (programName(words[start] ?? "") !== programName(program)) return "no";
  const isHere = rest.every((word, index) => words[start + 1 + index] === word);
  if (match === "exact") return isHere && words.length - start === wanted.length ? "yes" : "no";
  return isHere ? "yes" : matchLater(rest, words, start + 1);
}

/** `git --no-pager push` matches `git push`. In `git -C x push` it is unclear which word is the subcommand. */
function matchLater(rest: readonly string[], words: readonly string[], from: number): Denial {
  let found = 0;
  let skipsOptionsOnly = true;
  for (let at = from; at < words.length && found < rest.length; at++) {
    if (words[at] === rest[found]) found++;
    else if (words[at]?.startsWith("-") !== true) skipsOptionsOnly = false;
  }
  if (found < rest.length) return "no";
  return skipsOptionsOnly ? "yes" : "unsure";
}
