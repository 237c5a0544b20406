import { type Command, Option } from "commander";
import { parseDollars, parseIntegerFrom } from "../../argument-parsers.ts";
import type { Act } from "../../context.ts";
import type { BudgetFlags } from "./budget.ts";
import type { MissionFlags } from "./mission.ts";
import type { ScheduleFlags } from "./schedule.ts";

export function defineAgents(program: Command, act: Act): void {
  program
    .command("agents")
    .description("list the agents that are configured or found here, and what to do for the rest")
    .action((_, command: Command) =>
      act(command, async (context) => (await import("./agents.ts")).agents(context)),
    );
}

export function defineMissions(program: Command, act: Act): void {
  const missionFlags = (command: Command) =>
    command.option("--project <folder>", "the project; this folder where none is given");
  const mission = program
    .command("mission")
    .description("what this folder's agents are to achieve: they are prompted with it whenever they are idle")
    .addHelpText(
      "after",
      `
It pauses while you are asked something, at its budget or number of prompts, after three failures and when you stop its run;
it ends when an agent says that the task is done.`,
    );
  missionFlags(
    mission.command("show", { isDefault: true }).description("print it, and those before it"),
  ).action((options: MissionFlags, command: Command) =>
    act(command, async (context) => (await import("./mission.ts")).showMission(context, options)),
  );
  bounds(
    missionFlags(
      mission.command("set").description("set it; one that was set before ends").argument("<text>"),
    ),
  )
    .option("--agent <name...>", "who takes part; the default agent where none is given")
    .addOption(
      new Option("--interval <seconds>", "how long an agent is idle before it is prompted").argParser(
        parseIntegerFrom(30),
      ),
    )
    .action((text: string, options: MissionFlags, command: Command) =>
      act(command, async (context) => (await import("./mission.ts")).setMission(context, text, options)),
    );
  missionFlags(mission.command("pause").description("prompt nobody for now")).action(
    (options: MissionFlags, command: Command) =>
      act(command, async (context) => (await import("./mission.ts")).pauseMission(context, options)),
  );
  bounds(
    missionFlags(mission.command("resume").description("go on, with more to spend if you say so")),
  ).action((options: MissionFlags, command: Command) =>
    act(command, async (context) => (await import("./mission.ts")).resumeMission(context, options)),
  );
  missionFlags(mission.command("clear").description("end it")).action(
    (options: MissionFlags, command: Command) =>
      act(command, async (context) => (await import("./mission.ts")).clearMission(context, options)),
  );
  defineSchedules(program, act);
}

function defineSchedules(program: Command, act: Act): void {
  const schedule = program
    .command("schedule")
    .description("prompts that are given at certain times")
    .addHelpText(
      "after",
      `
The pattern has five fields: minute, hour, day of the month, month, day of the week.`,
    );
  schedule
    .command("ls", { isDefault: true })
    .description("list them, in every project")
    .action((_, command: Command) =>
      act(command, async (context) => (await import("./schedule.ts")).listSchedules(context)),
    );
  schedule
    .command("add")
    .description("add one, for this folder")
    .argument("<pattern>")
    .argument("<text>")
    .option("--project <folder>", "the project; this folder where none is given")
    .option("--agent <name>", "whom to prompt; the default agent where none is given")
    .option("--time-zone <name>", "whose clock is meant, as Europe/Berlin; the server's where none is given")
    .option("--same-session", "always in the same session, in place of a new one each time")
    .action((pattern: string, text: string, options: ScheduleFlags, command: Command) =>
      act(command, async (context) =>
        (await import("./schedule.ts")).addSchedule(context, pattern, text, options),
      ),
    );
  for (const [name, says] of [
    ["on", "turn one on"],
    ["off", "turn one off"],
    ["rm", "remove one"],
  ] as const) {
    schedule
      .command(name)
      .description(says)
      .argument("<id>")
      .action((id: string, _, command: Command) =>
        act(command, async (context) => (await import("./schedule.ts")).changeSchedule(context, id, name)),
      );
  }
}

function bounds(command: Command): Command {
  return command
    .addOption(new Option("--budget <dollars>", "what it may cost").argParser(parseDollars))
    .addOption(new Option("--tokens <count>", "how many tokens it may use").argParser(parseIntegerFrom(1)))
    .addOption(new Option("--max <count>", "how often it may prompt").argParser(parseIntegerFrom(1)));
}

export function defineBudget(program: Command, act: Act): void {
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
      act(command, async (context) => (await import("./budget.ts")).showBudget(context, options)),
  );
  place(budget.command("set").description("set or raise it"))
    .addOption(new Option("--cost <dollars>", "in money").argParser(parseDollars))
    .addOption(new Option("--tokens <count>", "in tokens").argParser(parseIntegerFrom(1)))
    .action((options: BudgetFlags, command: Command) =>
      act(command, async (context) => (await import("./budget.ts")).setBudget(context, options)),
    );
  place(budget.command("clear").description("let there be none")).action(
    (options: BudgetFlags, command: Command) =>
      act(command, async (context) => (await import("./budget.ts")).clearBudget(context, options)),
  );
}
