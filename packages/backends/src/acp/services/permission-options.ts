import type { PermissionOption } from "@polylog/core";
import type { Native } from "../../connection/native-value.ts";
import { nameOf, recordsOf } from "../../connection/native-value.ts";

/** What an agent lets its person choose from, when it asks for leave. */
export interface PermissionOffer {
  /** The options that are known to be a yes or a no. */
  readonly options: readonly PermissionOption[];
  /** The ids of all options by what they are called, where those do not hold a yes and a no: then it is asked as a question. */
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

/** Options that are called the same are told apart by their ids. */
function choicesOf(options: readonly Pick<PermissionOption, "optionId" | "name">[]): Map<string, string> {
  const isTaken = (name: string) => options.filter((option) => option.name === name).length > 1;
  return new Map(
    options.map(({ optionId, name }) => [isTaken(name) ? `${name} (${optionId})` : name, optionId]),
  );
}

const kinds = ["allow_once", "allow_always", "reject_once", "reject_always"] as const;

/** Null where the agent gives a kind that nobody knows, and its words do not say beyond doubt what it is. */
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
/** A leave that lasts is chosen by nobody but a person, and a denial may turn anything round. */
const doubtful: ReadonlySet<string> = new Set([
  ...["always", "all", "every", "session", "project", "forever", "remember", "again", "future", "never"],
  ...["not", "dont", "without", "unless", "but", "and"],
]);
