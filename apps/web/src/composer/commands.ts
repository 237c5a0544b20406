import type { SlashCommand } from "@polylog/core";
import type { Suggestion } from "./use-suggestions.ts";

export interface LocalCommand {
  readonly name: string;
  readonly about: string;
  readonly run: () => void;
}

/** What `/` offers: what this page can do itself, then what the agent says it can. The agent's own name wins. */
export function commandSuggestions(
  local: readonly LocalCommand[],
  own: readonly SlashCommand[],
): readonly Suggestion[] {
  const taken = new Set(own.map(({ name }) => name.replace(/^\//, "")));
  return [
    ...own.map(({ name, description, input }) => ({
      name: `/${name.replace(/^\//, "")}`,
      detail: description ?? input?.hint ?? null,
      insert: `/${name.replace(/^\//, "")} `,
    })),
    ...local
      .filter(({ name }) => !taken.has(name))
      .map(({ name, about, run }) => ({ name: `/${name}`, detail: about, insert: `/${name}`, run })),
  ];
}
