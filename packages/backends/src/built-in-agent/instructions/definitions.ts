import path from "node:path";
import { displayName } from "../tools/display-name.ts";
import { type Field, readFrontMatter } from "./front-matter.ts";
import { limits } from "./limits.ts";
import type { TextFiles } from "./text-files.ts";

/** Who wrote a definition: the project or the person. */
export type Origin = "project" | "own";

/** A definition from a Markdown file with front matter: an agent, a skill or a command. */
export interface Definition {
  readonly name: string;
  readonly fields: ReadonlyMap<string, Field>;
  readonly body: string;
  readonly file: string;
  readonly origin: Origin;
}

/** Thrown by the readers of fields. It is reported with its file and line. */
export class WrongDefinition extends Error {
  readonly line: number;
  constructor(line: number, message: string) {
    super(message);
    this.line = line;
  }
}

export interface Library {
  readonly origin: Origin;
  readonly files: TextFiles;
  /** Folders with definitions, in order of precedence. */
  readonly folders: readonly string[];
}

export interface Definitions<T> {
  readonly defined: readonly T[];
  readonly notices: readonly string[];
}

const goodName = /^[A-Za-z0-9][\w.:-]*$/;

/**
 * Reads all definitions of one kind. If two have the same name, the first library wins. An invalid one is skipped and
 * reported.
 */
export async function readDefinitions<T>(
  libraries: readonly Library[],
  /** Maps a folder entry to its file and name, or to null if it is not a definition. */
  fileOf: (entry: string) => { readonly file: string; readonly name: string } | null,
  read: (definition: Definition) => T,
): Promise<Definitions<T>> {
  const defined = new Map<string, T>();
  const notices: string[] = [];
  for (const { origin, files, folders } of libraries) {
    for (const folder of folders) {
      const found = (await files.names(folder)).flatMap((entry) => fileOf(entry) ?? []);
      if (found.length > limits.definitions) {
        notices.push(`${folder} has too many files: only the first ${limits.definitions} were read.`);
      }
      for (const { file, name } of found.slice(0, limits.definitions)) {
        const text = await files.read(path.join(folder, file));
        if (!text.ok && text.code === "not_found") continue;
        const shown = displayName(text.ok ? text.shown : path.join(folder, file));
        try {
          if (!text.ok) throw new WrongDefinition(1, text.message.replace(/\.$/, ""));
          if (text.isCut) throw new WrongDefinition(1, `it is larger than ${limits.fileBytes} bytes`);
          const definition = define(text.text, { name, file: shown, origin });
          const value = read(definition);
          if (!defined.has(definition.name)) defined.set(definition.name, value);
        } catch (error) {
          if (!(error instanceof WrongDefinition)) throw error;
          notices.push(`${shown}:${error.line} was skipped: ${error.message}.`);
        }
      }
    }
  }
  return { defined: [...defined.values()], notices };
}

function define(text: string, { name, file, origin }: Omit<Definition, "fields" | "body">): Definition {
  const head = readFrontMatter(text);
  if (!head.ok) throw new WrongDefinition(head.line, head.message);
  const definition = { name, fields: head.fields, body: head.body.trim(), file, origin };
  const given = textField(definition, "name") ?? name;
  if (!goodName.test(given) || given.length > limits.nameChars) {
    throw new WrongDefinition(head.fields.get("name")?.line ?? 1, "the name contains invalid characters");
  }
  return { ...definition, name: given };
}

/** A text field, or null if it is missing. */
export function textField({ fields }: Pick<Definition, "fields">, key: string): string | null {
  const field = fields.get(key);
  if (field === undefined || field.value === "") return null;
  if (typeof field.value !== "string") throw new WrongDefinition(field.line, `\`${key}\` must be text`);
  return field.value;
}

/** A list field, which may also be text with commas. */
export function listField({ fields }: Pick<Definition, "fields">, key: string): readonly string[] | null {
  const field = fields.get(key);
  if (field === undefined || field.value === "") return null;
  if (field.value === null) throw new WrongDefinition(field.line, `\`${key}\` must be a list`);
  if (typeof field.value !== "string") return field.value;
  return field.value
    .split(",")
    .map((one) => one.trim())
    .filter((one) => one !== "");
}

/** The model chooses by description, so it is required. */
export function descriptionOf(definition: Definition): string {
  const description = textField(definition, "description");
  if (description === null) throw new WrongDefinition(1, "`description` is required");
  return short(description);
}

export function short(description: string): string {
  const oneLine = description.replace(/\s+/g, " ").trim();
  return oneLine.length <= limits.descriptionChars
    ? oneLine
    : `${oneLine.slice(0, limits.descriptionChars - 1)}…`;
}

/** The definition's name in the name of a Markdown file. */
export function markdownFile(entry: string): { file: string; name: string } | null {
  return entry.endsWith(".md") ? { file: entry, name: entry.slice(0, -".md".length) } : null;
}
