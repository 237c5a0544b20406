import type { SlashCommand } from "@polylog/core";

/** Commands that the agent itself understands, beside those that a project brings along. */
const ownCommands: readonly SlashCommand[] = [
  {
    name: "compact",
    description: "Sum up the conversation to make room",
    input: { hint: "what to mind above all" },
  },
  { name: "init", description: "Write an AGENTS.md for this project" },
];

type OwnCommand =
  | { readonly name: "compact"; readonly wish: string }
  | { readonly name: "init"; readonly prompt: string };

/** The agent's own command that a message is; null where it is none, or one of the project's. */
export function readCommand(text: string, brought: readonly SlashCommand[]): OwnCommand | null {
  const found = /^\/(compact|init)(?:\s+(.*))?$/s.exec(text.trim());
  if (found === null || brought.some(({ name }) => name === found[1])) return null;
  const rest = found[2]?.trim() ?? "";
  if (found[1] === "compact") return { name: "compact", wish: rest };
  return { name: "init", prompt: rest === "" ? initPrompt : `${initPrompt}\n\nThe user adds: ${rest}` };
}

const initPrompt = `Look through this project and write a file AGENTS.md in its folder, for agents that will work here. Read what says how \
the project is built and tested (package files, build files, CI, README) and enough of the code to know how it is laid out. Write, in at most \
about 60 lines: what the project is; the commands to install, build, lint and test, also one single test; where things are; the habits of the \
code that are not obvious; what must not be touched. Only what you have seen, nothing generic. If AGENTS.md is there already, improve it \
and keep what is still true.`;

/** The commands of the agent and those of the project; a project's own command of the same name comes first. */
export function allCommands(brought: readonly SlashCommand[]): SlashCommand[] {
  const names = new Set(brought.map(({ name }) => name));
  return [...brought, ...ownCommands.filter(({ name }) => !names.has(name))];
}
