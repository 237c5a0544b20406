import type { z } from "zod";

const kinds: Readonly<Record<string, string>> = {
  string: "text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  record: "an object",
};

const counted: Readonly<Record<string, string>> = { string: "characters", array: "items" };

/** Describes an invalid value, to follow its name: "is missing", "must be text". */
export function describeIssue(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case "invalid_type":
      if (issue.message.endsWith("received undefined")) return "is missing";
      return `must be ${kinds[issue.expected] ?? issue.expected}`;
    case "invalid_value":
      return `must be ${issue.values.map((value) => JSON.stringify(value)).join(" or ")}`;
    case "unrecognized_keys":
      return "is not a known field";
    case "too_small":
      if (issue.minimum === 1 && issue.origin in counted) return "is empty";
      return `must be at least ${issue.minimum}${unit(issue.origin)}`;
    case "too_big":
      return `must be at most ${issue.maximum}${unit(issue.origin)}`;
    default:
      return issue.message;
  }
}

function unit(origin: string): string {
  const unitOf = counted[origin];
  return unitOf === undefined ? "" : ` ${unitOf}`;
}
