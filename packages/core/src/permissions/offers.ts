import type { PermissionRule } from "../api/asks.ts";
import type { PermissionOption } from "../events/permission.ts";
import { isOneCommand } from "./shell-commands.ts";
import { type AskedCall, isTooLong, type PermissionSubject, permissionSubject } from "./subject.ts";

/** The scope of a lasting answer: exactly this call, or every command that begins like it. */
export interface PermissionOffer {
  readonly match: "exact" | "prefix";
  readonly pattern: string;
  /** The folder that the command runs in, unless it is the project's. */
  readonly cwd?: string | undefined;
  /** Only denials can use it: an approval could cover unknown effects. */
  readonly isDenyOnly?: true | undefined;
}

/**
 * Narrowest first. Empty if the call does not state what it does, or if its command is too long to read. A prefix can be
 * allowed only if all options of the command are known to be harmless, and denied for any program.
 */
export function permissionOffers(
  call: AskedCall,
  effect: "allow" | "deny" = "allow",
): readonly PermissionOffer[] {
  const subject = permissionSubject(call);
  if (subject === null || isTooLong(subject)) return [];
  const { cwd } = subject;
  const allowed = allowedPrefixes(subject);
  const denied = effect === "deny" ? firstWords(subject).filter((pattern) => !allowed.includes(pattern)) : [];
  const offers: readonly PermissionOffer[] = [
    { match: "exact", pattern: subject.text },
    ...allowed.map((pattern) => ({ match: "prefix", pattern }) as const),
    ...denied.map((pattern) => ({ match: "prefix", pattern, isDenyOnly: true }) as const),
  ];
  const isElsewhere = cwd !== null && call.projectRoot !== undefined && effect === "allow";
  return isElsewhere ? offers.map((offer) => ({ ...offer, cwd })) : offers;
}

/** If words are quoted or follow options, the command text does not begin with them. */
function allowedPrefixes({ kind, text, known }: PermissionSubject): readonly string[] {
  if (kind !== "command" || known === null) return [];
  const all = new Set([known.join(" "), known.slice(0, 1).join(" ")]);
  return [...all].filter((each) => text === each || text.startsWith(`${each} `));
}

/** The first two words and the first word of one plain command. */
function firstWords({ kind, text }: PermissionSubject): readonly string[] {
  if (kind !== "command" || !isOneCommand(text)) return [];
  return [...new Set(/^([\w@%+:,./-]+)(?: [A-Za-z][\w:-]*)?(?= |$)/.exec(text) ?? [])];
}

/** The label of a row of offers. The row does not matter to an answer that applies once. */
export const offersLabel = "Lasting answers apply to";

export function offerName({ match, pattern, cwd, isDenyOnly }: PermissionOffer): string {
  const name = match === "exact" ? "this command" : `${pattern} …`;
  const place = cwd === undefined ? "" : ` in ${cwd}`;
  return `${name}${place}${isDenyOnly === true ? " (reject only)" : ""}`;
}

/**
 * A person's options for a permission, the same for every agent. A lasting answer creates a rule on the server, which can be
 * listed and removed; the agent's program only receives the answer to one call. A rule in the agent's program would be
 * invisible.
 */
export const permissionOptions: readonly PermissionOption[] = [
  { optionId: "allow_once", kind: "allow_once", name: "Allow once" },
  { optionId: "allow_session", kind: "allow_session", name: "Allow in this session" },
  { optionId: "allow_project", kind: "allow_project", name: "Allow in this project" },
  { optionId: "allow_always", kind: "allow_always", name: "Always allow" },
  { optionId: "reject_once", kind: "reject_once", name: "Reject" },
  { optionId: "reject_always", kind: "reject_always", name: "Always reject" },
];

/** Whether choosing an option creates a rule. */
export function makesRule({ kind }: PermissionOption): boolean {
  return kind !== "allow_once" && kind !== "reject_once";
}

/** A rule as text, the same on every screen. */

/** `git status …` for a prefix, else the command, file or input itself; with the folder, if it is not the project's. */
export function ruleSubject({ match, pattern, cwd }: PermissionOffer): string {
  const subject = match === "prefix" ? `${pattern} …` : pattern;
  return cwd === undefined ? subject : `${subject} (in ${cwd})`;
}

export function rulePlace({ scope, projectRoot }: PermissionRule): string {
  if (scope === "session") return "in one session";
  return scope === "project" ? `in ${projectRoot}` : "everywhere";
}
