import type { SlashCommand } from "@polylog/core";
import type { Suggestion } from "./use-suggestions.ts";

export interface LocalCommand {
  readonly name: string;
  readonly about: string;
  /** With what was written after the name, which may be nothing. */
  readonly run: (argument: string) => void;
}

/** What `/` offers: what this page can do itself, then what the agent says it can. The agent's own name wins. */
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
  /** It is for the agent. */
  | { readonly kind: "message" }
  | { readonly kind: "command"; readonly run: () => void }
  /** It is for nobody here, and why. */
  | { readonly kind: "refused"; readonly reason: string };

interface Known {
  readonly local: readonly LocalCommand[];
  /** Null as long as the agent has not said what it has. */
  readonly own: readonly SlashCommand[] | null;
}

const message: Meant = { kind: "message" };

/** What somebody means who sends this. A space before it makes a message of everything. */
export function meaningOf(text: string, { local, own }: Known): Meant {
  if (/^!\s*\S/.test(text)) {
    const reason =
      "“!” runs a command in the terminal client, as whoever sits there. A browser has no shell: ask the agent to run it. A space before it sends it as it is.";
    return { kind: "refused", reason };
  }
  const [, name, argument = ""] = /^\/([\w:.-]+)(?:\s+([\s\S]*))?$/.exec(text) ?? [];
  if (name === undefined || own?.some((command) => nameOf(command) === name)) return message;
  const command = local.find((each) => each.name === name);
  if (command !== undefined) return { kind: "command", run: () => command.run(argument.trim()) };
  if (own === null) return message;
  const reason = `Neither this page nor the agent knows “/${name}”. A space before it sends it as it is.`;
  return { kind: "refused", reason };
}

function nameOf({ name }: SlashCommand): string {
  return name.replace(/^\//, "");
}
