import type { PermissionOption } from "@polylog/core";
import { type Native, nameOf, recordsOf } from "../../connection/native-value.ts";

/** The options that an agent offers with a permission request. */
export interface PermissionOffer {
  /** The options that clearly allow or deny. */
  readonly options: readonly PermissionOption[];
  /** The IDs of all options by name, if the options lack a clear approval or denial: the ask is then a question. */
  readonly choices: ReadonlyMap<string, string> | null;
}

export function readPermissionOffer(value: unknown): PermissionOffer {
  const named = recordsOf(value).flatMap((option) => {
    const optionId = nameOf(option.optionId);
    return optionId === null
      ? []
      : [{ optionId, name: nameOf(option.name) ?? optionId, kind: kindOf(option) }];
  });
  const options = named.flatMap(({ optionId, kind, name }) =>
    kind === null ? [] : [{ optionId, kind, name }],
  );
  const has = (word: string) => options.some(({ kind }) => kind.startsWith(word));
  const isClear = options.length === named.length || (has("allow") && has("reject"));
  return { options, choices: isClear ? null : choicesOf(named) };
}

/** Options with the same name are distinguished by their IDs. */
function choicesOf(options: readonly Pick<PermissionOption, "optionId" | "name">[]): Map<string, string> {
  const isTaken = (name: string) => options.filter((option) => option.name === name).length > 1;
  return new Map(
    options.map(({ optionId, name }) => [isTaken(name) ? `${name} (${optionId})` : name, optionId]),
  );
}

const kinds = ["allow_once", "allow_always", "reject_once", "reject_always"] as const;

/** Null if the option's kind is unknown and its words are ambiguous. */
function kindOf(option: Native): PermissionOption["kind"] | null {
  const known = kinds.find((kind) => kind === option.kind);
  if (known !== undefined) return known;
  const words = wordsOf([option.kind, option.optionId, option.name]);
  const allows = words.some((word) => allowing.has(word));
  const refuses = words.some((word) => refusing.has(word));
  const isDoubtful = words.some((word) => doubtful.has(word));
  if (refuses && !allows && !isDoubtful) return "reject_once";
  return allows && !refuses && !isDoubtful ? "allow_once" : null;
}

function wordsOf(values: readonly unknown[]): string[] {
  const said = values.map((value) => nameOf(value) ?? "").join(" ");
  return said
    .replace(/(?<=[a-z])(?=[A-Z])/g, " ")
    .toLowerCase()
    .replace(/['’]/g, "")
    .split(/[^\p{L}]+/u);
}

const allowing: ReadonlySet<string> = new Set(["allow", "yes", "approve", "accept", "permit", "grant"]);
const refusing: ReadonlySet<string> = new Set(["reject", "no", "deny", "refuse", "decline", "disallow"]);
/**
 * Words that suggest a lasting approval, which only a person may choose, or a negation, which may reverse the
 * meaning.
 */
const doubtful: ReadonlySet<string> = new Set([
  ...["always", "all", "every", "session", "project", "forever", "remember", "again", "future", "never"],
  ...["not", "dont", "without", "unless", "but", "and"],
]);
