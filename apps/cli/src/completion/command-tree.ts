import type { Argument, Command, Option } from "commander";

/** The possible values of an argument or option. */
export type Values =
  | { readonly kind: "words"; readonly words: readonly string[] }
  /** Looked up on request, because they change. */
  | { readonly kind: "sessions" | "agents" }
  | { readonly kind: "files" | "folders" }
  | { readonly kind: "free" };

export interface CompletedOption {
  /** Including dashes, such as `--home`. */
  readonly flag: string;
  readonly about: string;
  /** Null if it takes no value. */
  readonly values: Values | null;
}

export interface CompletedCommand {
  readonly name: string;
  readonly about: string;
  readonly options: readonly CompletedOption[];
  readonly places: readonly Values[];
}

export interface CommandTree {
  readonly name: string;
  /** Allowed before and after every command. */
  readonly globals: readonly CompletedOption[];
  readonly commands: readonly CompletedCommand[];
  /** The default command. */
  readonly usual: CompletedCommand;
}

/** The commands in the form that the completion scripts need, derived from their definition. */
export function commandTree(program: Command): CommandTree {
  const help = program.createHelp();
  const optionsOf = (command: Command) => help.visibleOptions(command).map(completedOption);
  const commands = help.visibleCommands(program).map((command): CompletedCommand => {
    const places = command.registeredArguments.map(valuesOf);
    return {
      name: command.name(),
      about: command.description(),
      options: optionsOf(command).filter(({ flag }) => flag !== "--help"),
      places,
    };
  });
  const [usual] = commands;
  if (usual === undefined) throw new Error("No default command is defined.");
  return { name: program.name(), globals: optionsOf(program), commands, usual };
}

function completedOption(option: Option): CompletedOption {
  const takesValue = option.required || option.optional;
  return {
    flag: option.long ?? option.flags,
    about: option.description,
    values: takesValue ? namedValues(placeholder(option.flags), option.argChoices) : null,
  };
}

function valuesOf(argument: Argument): Values {
  return namedValues(argument.name(), argument.argChoices);
}

function placeholder(flags: string): string {
  return /[<[]([a-z]+)/.exec(flags)?.[1] ?? "";
}

/** Derived from the name in the help: `<session>` is always a session. */
function namedValues(name: string, choices: readonly string[] | undefined): Values {
  if (choices !== undefined) return { kind: "words", words: choices };
  const kind = kinds[name];
  return kind === undefined ? { kind: "free" } : { kind };
}

const kinds: Readonly<Record<string, "sessions" | "agents" | "files" | "folders">> = {
  session: "sessions",
  agent: "agents",
  file: "files",
  folder: "folders",
};
