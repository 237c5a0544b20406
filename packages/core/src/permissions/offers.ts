import { isOneCommand, runsOthers } from "./shell-commands.ts";
import { type AskedCall, permissionSubject } from "./subject.ts";

/** What a lasting answer can be for: this very call, or every command that begins like it. */
export interface PermissionOffer {
  readonly match: "exact" | "prefix";
  readonly pattern: string;
}

const firstWords = /^([\w@%+:,./-]+)(?: ([A-Za-z][\w:-]*))?(?= |$)/;
const firstWord = /^[\w@%+:,./-]+(?= |$)/;

/** The narrowest first. None where the call does not say what it does. */
export function permissionOffers(call: AskedCall): readonly PermissionOffer[] {
  const subject = permissionSubject(call);
  if (subject === null) return [];
  const { kind, text } = subject;
  const beginnings = kind === "command" && isOneCommand(text) ? beginningsOf(text) : [];
  return [
    { match: "exact", pattern: text },
    ...beginnings.map((pattern) => ({ match: "prefix", pattern }) as const),
  ];
}

function beginningsOf(command: string): string[] {
  const first = firstWord.exec(command)?.[0];
  if (first === undefined || runsOthers(first)) return [];
  const two = firstWords.exec(command)?.[0] ?? first;
  return two === first ? [first] : [two, first];
}

/** What a row of offers is called, for it does not matter to an answer that holds once. */
export const offersLabel = "Lasting answers are for";

export function offerName({ match, pattern }: PermissionOffer): string {
  return match === "exact" ? "this command" : `${pattern} …`;
}
