import type { PermissionOption } from "../events/permission.ts";
import { exactText } from "../format/exact-text.ts";
import { oneLine } from "../format/one-line.ts";
import { makesRule, type PermissionOffer, permissionOffers } from "../permissions/offers.ts";
import { type AskedCall, type PermissionSubject, permissionSubject } from "../permissions/subject.ts";
import type { AskChoice, AskCoverage } from "./description.ts";

type Kind = PermissionOption["kind"];

const labels: Readonly<Record<Kind, string>> = {
  allow_once: "Allow once",
  allow_session: "Allow in this session",
  allow_project: "Allow in this project",
  allow_always: "Always allow",
  reject_once: "Reject",
  reject_always: "Always reject",
};

/** The narrowest of each kind is primary; the others follow in the agent's order. */
const primaryKinds: readonly (readonly Kind[])[] = [
  ["allow_once"],
  ["allow_session", "allow_project", "allow_always"],
  ["reject_once", "reject_always"],
];

export function askChoices(call: AskedCall, given: readonly PermissionOption[]): readonly AskChoice[] {
  const options = given.filter((option) => isOffered(call, option, given));
  const primary = primaryKinds.flatMap((kinds) => firstOf(options, kinds));
  const more = options.filter((option) => !primary.includes(option));
  return [...primary, ...more].map((option, index) => ({
    number: index + 1,
    option,
    label: labelOf(option),
    effect: isAllowing(option) ? "allow" : "reject",
    isPrimary: index < primary.length,
    covers: makesRule(option) ? coverageOf(call, option) : [],
  }));
}

/** A lasting answer that cannot create a rule would be the same as answering once. */
function isOffered(call: AskedCall, option: PermissionOption, all: readonly PermissionOption[]): boolean {
  if (!makesRule(option) || permissionOffers(call, effectOf(option)).length > 0) return true;
  const once = isAllowing(option) ? "allow_once" : "reject_once";
  return !all.some(({ kind }) => kind === once);
}

function firstOf(options: readonly PermissionOption[], kinds: readonly Kind[]): readonly PermissionOption[] {
  for (const kind of kinds) {
    const found = options.find((option) => option.kind === kind);
    if (found !== undefined) return [found];
  }
  return [];
}

function isAllowing({ kind }: PermissionOption): boolean {
  return kind.startsWith("allow");
}

function effectOf(option: PermissionOption): "allow" | "deny" {
  return isAllowing(option) ? "allow" : "deny";
}

const saysAllow = /^(?:always )?(?:allow|approve|accept|yes)\b/i;
const saysReject = /^(?:always )?(?:reject|deny|decline|refuse|no|don't)\b/i;
/**
 * Whether the agent's name for an option states its real scope. "For this session" is wrong if the kind is always, which
 * creates a rule for every project.
 */
const saysHowLong: Readonly<Record<Kind, RegExp>> = {
  allow_once: /^(?!.*\b(?:always|session|project|never|every|all)\b)/i,
  allow_session: /\bsession\b/i,
  allow_project: /\bproject\b/i,
  allow_always: /^(?!.*\b(?:session|project)\b).*\b(?:always|never)\b/i,
  reject_once: /^(?!.*\b(?:always|session|project|never)\b)/i,
  reject_always: /^(?!.*\b(?:session|project)\b).*\b(?:always|never)\b/i,
};

/** Names that add nothing to the option's kind. */
const onlyWords = /^(?:allow|approve|accept|yes|reject|deny|decline|refuse|no)$/i;

/** The agent's name for the option, preceded by our label if the name hides what the option does. */
function labelOf(option: PermissionOption): string {
  const name = oneLine(exactText(option.name), 200);
  const says = isAllowing(option) ? saysAllow : saysReject;
  const isClear = says.test(name) && saysHowLong[option.kind].test(name);
  if (isClear) return onlyWords.test(name) ? labels[option.kind] : name;
  return name === "" ? labels[option.kind] : `${labels[option.kind]}: ${name}`;
}

function coverageOf(call: AskedCall, option: PermissionOption): readonly AskCoverage[] {
  const effect = effectOf(option);
  const offers = permissionOffers(call, effect);
  if (offers.length === 0)
    return [{ offer: null, text: "Creates no rule; the agent's program may remember the answer" }];
  const subject = permissionSubject(call);
  const verb = effect === "allow" ? "Allows" : "Rejects";
  return offers.map((offer) => {
    const isPrefix = effect === "allow" && offer.match === "prefix";
    const bound = isPrefix ? ", if all its options are known not to run other programs or write files" : "";
    return {
      offer,
      text: `${verb} ${coveredBy(subject, offer, effect)} ${placeOf(option)} without asking${bound}`,
    };
  });
}

const fileUses = { read: "reading", write: "any change to", delete: "deleting" } as const;

function coveredBy(
  subject: PermissionSubject | null,
  { match, pattern, cwd }: PermissionOffer,
  effect: "allow" | "deny",
): string {
  const folder = cwd === undefined ? "" : ` in ${oneLine(exactText(cwd))}`;
  const words = `“${oneLine(exactText(pattern))}”`;
  if (match === "prefix")
    return effect === "allow"
      ? `every plain command that begins with ${words}${folder}`
      : `every command that runs ${words}`;
  if (subject?.kind === "command") return `exactly this command${folder}`;
  return subject?.kind === "file" ? `${fileUses[subject.access ?? "write"]} this file` : "exactly this input";
}

function placeOf({ kind }: PermissionOption): string {
  if (kind === "allow_session") return "in this session";
  return kind === "allow_project" ? "in this project" : "in every project";
}
