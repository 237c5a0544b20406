import type { SlashCommand } from "@polylog/core";

/** The agent's own commands. The project's commands are added to these. */
const ownCommands: readonly SlashCommand[] = [
  {
    name: "compact",
    description: "Summarize the conversation to free up context",
    input: { hint: "what the summary should focus on" },
  },
  { name: "init", description: "Create an AGENTS.md for this project" },
];

type OwnCommand =
  | { readonly name: "compact"; readonly focus: string }
  | { readonly name: "init"; readonly prompt: string };

/** The agent's own command in a message. Null if it has no such command, or if the project defines one of that name. */
export function readCommand(text: string, projectCommands: readonly SlashCommand[]): OwnCommand | null {
  const found = /^\/(compact|init)(?:\s+(.*))?$/s.exec(text.trim());
  if (found === null || projectCommands.some(({ name }) => name === found[1])) return null;
  const rest = found[2]?.trim() ?? "";
  if (found[1] === "compact") return { name: "compact", focus: rest };
  return { name: "init", prompt: rest === "" ? initPrompt : `${initPrompt}\n\nThe user adds: ${rest}` };
}

const initPrompt = `Explore this project and write an AGENTS.md file in its root, for coding agents that will work here. Read \
how the project is built and tested (package files, build files, CI, README), and enough of the code to understand its \
structure. In at most about 60 lines, cover: what the project is; the commands to install, build, lint and test, including \
how to run a single test; where things are; conventions that are not obvious; what must not be changed. Write only what you \
have verified, nothing generic. If AGENTS.md already exists, improve it and keep everything that is still true.`;

/** The agent's commands and the project's. A project's command overrides the agent's command of the same name. */
export function allCommands(projectCommands: readonly SlashCommand[]): SlashCommand[] {
  const names = new Set(projectCommands.map(({ name }) => name));
  return [...projectCommands, ...ownCommands.filter(({ name }) => !names.has(name))];
}
