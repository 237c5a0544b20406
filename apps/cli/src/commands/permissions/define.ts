import { type Command, Option } from "commander";
import { dollars, wholeFrom } from "../../argument-parsers.ts";
import type { Act } from "../../program.ts";
import type { BudgetFlags } from "../agents/budget.ts";
import type { PolicyFlags } from "./policy.ts";

/** What bounds agents: what they may spend, whom they may write to, and what they may do unasked. */
export function boundCommands(program: Command, act: Act): void {
  budgetCommands(program, act);
  policyCommands(program, act);
  permissionCommands(program, act);
}

function budgetCommands(program: Command, act: Act): void {
  const budget = program
    .command("budget")
    .description(
      "what a session, or a project in a day, may use; at four fifths it is said, then all is stopped",
    )
    .addHelpText("after", "\nWhat is stopped says why, and goes on when more is given in the same way.");
  const place = (command: Command) =>
    command
      .addOption(new Option("--session <session>", "of one session").conflicts(["project"]))
      .option("--project <folder>", "of a day in this project; this folder where none is given");
  place(budget.command("show", { isDefault: true }).description("print it, and what is used")).action(
    (options: BudgetFlags, command: Command) =>
      act(command, async (context) => (await import("../agents/budget.ts")).showBudget(context, options)),
  );
  place(budget.command("set").description("set or raise it"))
    .addOption(new Option("--cost <dollars>", "in money").argParser(dollars))
    .addOption(new Option("--tokens <count>", "in tokens").argParser(wholeFrom(1)))
    .action((options: BudgetFlags, command: Command) =>
      act(command, async (context) => (await import("../agents/budget.ts")).setBudget(context, options)),
    );
  place(budget.command("clear").description("let there be none")).action(
    (options: BudgetFlags, command: Command) =>
      act(command, async (context) => (await import("../agents/budget.ts")).clearBudget(context, options)),
  );
}

function policyCommands(program: Command, act: Act): void {
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

function permissionCommands(program: Command, act: Act): void {
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
