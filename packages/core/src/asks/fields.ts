import { isTooDeep } from "../json-depth.ts";
import { pathNames } from "../tools/input/input.ts";
import type { AskField } from "./description.ts";

/** A field before its text is compared with the rest of the description. */
export interface InputField {
  readonly name: string;
  readonly text: string;
}

/** Every field of an input, with nothing omitted. Input that is not an object is shown as one field. */
export function inputFields(input: unknown): readonly InputField[] {
  if (input === null || input === undefined) return [];
  if (typeof input !== "object" || Array.isArray(input)) return [{ name: "input", text: fieldText(input) }];
  return Object.entries(input).map(([name, value]) => ({ name, text: fieldText(value) }));
}

function fieldText(value: unknown): string {
  if (typeof value === "string") return value;
  // The fold never produces such depth, but describing an ask must not throw.
  if (isTooDeep(value)) return "Nested too deeply to show";
  return JSON.stringify(value, null, 2) ?? String(value);
}

interface Shown {
  readonly objects: readonly { readonly text: string }[];
  readonly directory: string | null;
  readonly reason: string | null;
  /** Names of the fields that the drawn changes show in full. */
  readonly drawn: ReadonlySet<string>;
}

/** Fields that name the object, the folder or the reason. Any other field has its own meaning, even with the same text. */
const objectNames: ReadonlySet<string> = new Set([
  ...["command", "cmd", "script", "host", "pattern", "query"],
  ...pathNames,
]);
const directoryNames: ReadonlySet<string> = new Set(["cwd", "workdir", "working_directory"]);
const reasonNames: ReadonlySet<string> = new Set(["description", "justification", "reason"]);

export function shownFields(
  fields: readonly InputField[],
  { objects, directory, reason, drawn }: Shown,
): readonly AskField[] {
  return fields.map(({ name, text }) => ({
    name,
    text,
    shownAs:
      objectNames.has(name) && objects.some((object) => object.text === text)
        ? "object"
        : directoryNames.has(name) && text === directory
          ? "directory"
          : reasonNames.has(name) && text === reason
            ? "reason"
            : drawn.has(name)
              ? "change"
              : null,
  }));
}
