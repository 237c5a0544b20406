import { isTooDeep } from "../json-depth.ts";
import { pathNames } from "../tools/input/input.ts";
import type { AskField } from "./description.ts";

/** A field before it is known what else of the description shows it. */
export interface InputField {
  readonly name: string;
  readonly text: string;
}

/** Every field of an input, nothing left out. What is not an object is one field. */
export function inputFields(input: unknown): readonly InputField[] {
  if (input === null || input === undefined) return [];
  if (typeof input !== "object" || Array.isArray(input)) return [{ name: "input", text: fieldText(input) }];
  return Object.entries(input).map(([name, value]) => ({ name, text: fieldText(value) }));
}

function fieldText(value: unknown): string {
  if (typeof value === "string") return value;
  // Nothing that deep comes out of the fold, and it must not end whoever describes it.
  if (isTooDeep(value)) return "Nested too deeply to show";
  return JSON.stringify(value, null, 2) ?? String(value);
}

interface Shown {
  readonly objects: readonly { readonly text: string }[];
  readonly directory: string | null;
  /** Names of the fields that the drawn changes show whole. */
  readonly drawn: ReadonlySet<string>;
}

/** Fields that name the object or the folder. Any other one says something of its own, also with the same text. */
const objectNames: ReadonlySet<string> = new Set([
  ...["command", "cmd", "script", "host", "pattern", "query"],
  ...pathNames,
]);
const directoryNames: ReadonlySet<string> = new Set(["cwd", "workdir", "working_directory"]);

export function shownFields(
  fields: readonly InputField[],
  { objects, directory, drawn }: Shown,
): readonly AskField[] {
  return fields.map(({ name, text }) => ({
    name,
    text,
    shownAs:
      objectNames.has(name) && objects.some((object) => object.text === text)
        ? "object"
        : directoryNames.has(name) && text === directory
          ? "directory"
          : drawn.has(name)
            ? "change"
            : null,
  }));
}
