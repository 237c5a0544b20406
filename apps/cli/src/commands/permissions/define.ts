import type { Command } from "commander";
import type { Act } from "../../context.ts";
import type { PolicyFlags } from "./policy.ts";

export function defineTrust(program: Command, act: Act): void {
  program
    .command("trust")
    .description(
      "trust a folder: enable its agents, MCP servers, hooks and plugins, by the hash of each file",
    )
    .argument("[folder]", "the project; this folder if absent")
    .option("--revoke", "stop trusting it")
    .option("--yes", "do not ask")
    .addHelpText(
      "after",
      "\nThese files run programs as you. In a terminal they are listed before you confirm.\nA file that is new or changed later needs your confirmation again.",
    )
    .action((folder: string | undefined, options: { revoke?: true; yes?: true }, command: Command) =>
      act(command, async (context) => (await import("./trust.ts")).trust(context, folder, options)),
    );
}

export function definePolicy(program: Command, act: Act): void {
  const policy = program
    .command("policy")
    .description("which agents of this folder may write to which others")
    .addHelpText(
      "after",
      `
An agent's id, or * for every agent. Once something is allowed, only that is; what is denied never is.`,
    );
  const place = (command: Command) =>
    command.option("--project <folder>", "the project; this folder where none is given");
  place(policy.command("show", { isDefault: true }).description("print the rules")).action(
    (options: PolicyFlags, command: Command) =>
      act(command, async (context) => (await import("./policy.ts")).showPolicy(context, options)),
  );
  for (const [side, says] of [
    ["allow", "let one write to another"],
    ["deny", "keep one from writing to another"],
  ] as const) {
    place(policy.command(side).description(says).argument("<from>").argument("<to>")).action(
      (from: string, to: string, options: PolicyFlags, command: Command) =>
        act(command, async (context) =>
          (await import("./policy.ts")).addRule(context, side, { from, to }, options),
        ),
    );
  }
  place(policy.command("rm").description("remove a rule").argument("<from>").argument("<to>")).action(
    (from: string, to: string, options: PolicyFlags, command: Command) =>
      act(command, async (context) =>
        (await import("./policy.ts")).removeRule(context, { from, to }, options),
      ),
  );
  place(policy.command("clear").description("remove all rules")).action(
    (options: PolicyFlags, command: Command) =>
      act(command, async (context) => (await import("./policy.ts")).clearPolicy(context, options)),
  );
}

export function definePermissions(program: Command, act: Act): void {
  const permissions = program
    .command("permissions")
    .description("rules for what is allowed or denied without asking, as lasting answers made them")
    .addHelpText(
      "after",
      `
"git …" is every plain command that begins with these words; without the dots it is this very command, file or input.`,
    );
  permissions
    .command("ls", { isDefault: true })
    .description("list them, the newest first")
    .action((_, command: Command) =>
      act(command, async (context) => (await import("./permissions.ts")).listRules(context)),
    );
  permissions
    .command("rm")
    .description("remove one: from now on it is asked again")
    .argument("<id>")
    .action((id: string, _, command: Command) =>
      act(command, async (context) => (await import("./permissions.ts")).removeRule(context, id)),
    );
}
