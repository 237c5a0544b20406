import type { SlashCommand } from "@polylog/core";
import {
  type Definitions,
  type Library,
  markdownFile,
  readDefinitions,
  short,
  textField,
  WrongDefinition,
} from "./definitions.ts";

/** A prompt in a file that is called by name. */
export interface CommandFile {
  readonly command: SlashCommand;
  readonly body: string;
}

export function readCommands(libraries: readonly Library[]): Promise<Definitions<CommandFile>> {
  return readDefinitions(libraries, markdownFile, (definition) => {
    if (definition.body === "") throw new WrongDefinition(1, "it has no text");
    const hint = textField(definition, "argument-hint");
    const description = textField(definition, "description") ?? definition.body.split("\n", 1)[0] ?? "";
    const input = hint === null ? {} : { input: { hint: short(hint) } };
    return {
      command: { name: definition.name, description: short(description), ...input },
      body: definition.body,
    };
  });
}

const call = /^\/(\S+)(?:\s+([\s\S]*))?$/;
const place = /\$(ARGUMENTS\b|[1-9](?!\d))/g;

/** Expands `/name arguments` to the prompt of that command. Returns any other text unchanged. */
export function expandCommand(text: string, commands: readonly CommandFile[]): string {
  const [, name, rest = ""] = call.exec(text) ?? [];
  const found = commands.find(({ command }) => command.name === name);
  if (found === undefined) return text;
  const all = rest.trim();
  const parts = splitArguments(all);
  let isUsed = false;
  const filled = found.body.replace(place, (_, which: string) => {
    isUsed = true;
    return which === "ARGUMENTS" ? all : (parts[Number(which) - 1] ?? "");
  });
  // Keep the user's arguments even if the command has no placeholder for them.
  return isUsed || all === "" ? filled : `${filled}\n\n${all}`;
}

/** Splits at spaces, except inside quotes. */
function splitArguments(text: string): string[] {
  return Array.from(text.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g), ([, double, single, plain]) => {
    return double ?? single ?? plain ?? "";
  });
}
