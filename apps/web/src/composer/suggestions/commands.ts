import type { SlashCommand } from "@polylog/core";
import type { Suggestion } from "./use-suggestions.ts";

export interface LocalCommand {
  readonly name: string;
  readonly about: string;
  /** The argument is the text after the name and can be empty. */
  readonly run: (argument: string) => void;
}

/** The suggestions for `/`: the agent's commands, then those of this page whose names the agent does not use. */
export function commandSuggestions(
  local: readonly LocalCommand[],
  own: readonly SlashCommand[],
): readonly Suggestion[] {
  const taken = new Set(own.map(nameOf));
  return [
    ...own.map((command) => ({
      name: `/${nameOf(command)}`,
      detail: command.description ?? command.input?.hint ?? null,
      insert: `/${nameOf(command)} `,
    })),
    ...local
      .filter(({ name }) => !taken.has(name))
      .map(({ name, about, run }) => ({
        name: `/${name}`,
        detail: about,
        insert: `/${name}`,
        run: () => run(""),
      })),
  ];
}

type Meant =
  /** The text is for the agent. */
  | { readonly kind: "message" }
  | { readonly kind: "command"; readonly run: () => void }
  /** The command cannot run here; the reason says why. */
  | { readonly kind: "refused"; readonly reason: string };

interface Known {
  readonly local: readonly LocalCommand[];
  /** Null until the agent has reported its commands. */
  readonly own: readonly SlashCommand[] | null;
}

const message: Meant = { kind: "message" };

/** Decides what a submitted text is. Text that starts with a space is always a message. */
export function meaningOf(text: string, { local, own }: Known): Meant {
  if (/^!\s*\S/.test(text)) {
    const reason =
      "“!” works only in the terminal client. Ask the agent to run the command, or add a space before it.";
    return { kind: "refused", reason };
  }
  const [, name, argument = ""] = /^\/([\w:.-]+)(?:\s+([\s\S]*))?$/.exec(text) ?? [];
  if (name === undefined || own?.some((command) => nameOf(command) === name)) return message;
  const command = local.find((each) => each.name === name);
  if (command !== undefined) return { kind: "command", run: () => command.run(argument.trim()) };
  if (own === null) return message;
  const reason = `Unknown command “/${name}”. Add a space before it to send it as text.`;
  return { kind: "refused", reason };
}

function nameOf({ name }: SlashCommand): string {
  return name.replace(/^\//, "");
}
