import type { Command } from "commander";
import type { Act } from "../../context.ts";
import type { PolicyFlags } from "./policy.ts";

export function defineTrust(program: Command, act: Act): void {
  program
    .command("trust")
    .description("trust a folder: enable its agents, MCP servers, hooks and plugins (checked by file hash)")
    .argument("[folder]", "the project folder (default: this folder)")
    .option("--revoke", "stop trusting the folder")
    .option("--yes", "skip the confirmation")
    .addHelpText(
      "after",
      "\nThese files run programs as you. In a terminal, they are listed before you confirm.\nA file that is added or changed later needs your confirmation again.",
    )
    .action((folder: string | undefined, options: { revoke?: true; yes?: true }, command: Command) =>
      act(command, async (context) => (await import("./trust.ts")).trust(context, folder, options)),
    );
}

export function definePolicy(program: Command, act: Act): void {
  const policy = program
    .command("policy")
    .description("choose which agents of this folder may message which others")
    .addHelpText(
      "after",
      `
Agents are named by id, and * matches every agent. If there are allow rules,
agents can send only the messages that they allow. Deny rules win over allow
rules.`,
    );
  const place = (command: Command) =>
    command.option("--project <folder>", "the project folder (default: this folder)");
  place(policy.command("show", { isDefault: true }).description("print the rules")).action(
    (options: PolicyFlags, command: Command) =>
      act(command, async (context) => (await import("./policy.ts")).showPolicy(context, options)),
  );
  for (const [side, says] of [
    ["allow", "allow an agent to message another"],
    ["deny", "stop an agent from messaging another"],
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
    .description("list and remove saved permission rules")
    .addHelpText(
      "after",
      `
Answers such as "Allow in this project" or "Always allow" save rules. "git …"
matches plain commands that start with git, if all of their options are known to
be harmless. A rule without … matches exactly that command, file or input.`,
    );
  permissions
    .command("ls", { isDefault: true })
    .description("list the rules, newest first")
    .action((_, command: Command) =>
      act(command, async (context) => (await import("./permissions.ts")).listRules(context)),
    );
  permissions
    .command("rm")
    .description("remove a rule, so that you are asked again")
    .argument("<id>")
    .action((id: string, _, command: Command) =>
      act(command, async (context) => (await import("./permissions.ts")).removeRule(context, id)),
    );
}
