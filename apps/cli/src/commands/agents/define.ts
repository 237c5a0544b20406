import { type Command, Option } from "commander";
import { parseDollars, parseIntegerFrom } from "../../argument-parsers.ts";
import type { Act } from "../../context.ts";
import type { BudgetFlags } from "./budget.ts";
import type { MissionFlags } from "./mission.ts";
import type { ScheduleFlags } from "./schedule.ts";

export function defineAgents(program: Command, act: Act): void {
  program
    .command("agents")
    .description("list configured and detected agents, and how to set up the others")
    .action((_, command: Command) =>
      act(command, async (context) => (await import("./agents.ts")).agents(context)),
    );
}

export function defineMissions(program: Command, act: Act): void {
  const missionFlags = (command: Command) =>
    command.option("--project <folder>", "the project folder (default: this folder)");
  const mission = program
    .command("mission")
    .description("give this folder's agents a mission: Polylog prompts them whenever they are idle")
    .addHelpText(
      "after",
      `
A mission pauses when an agent asks you something, when it reaches a limit,
after three failures, and when you stop its run. It ends when an agent reports
that it is done.`,
    );
  missionFlags(
    mission.command("show", { isDefault: true }).description("print the current mission and earlier ones"),
  ).action((options: MissionFlags, command: Command) =>
    act(command, async (context) => (await import("./mission.ts")).showMission(context, options)),
  );
  bounds(
    missionFlags(
      mission.command("set").description("set the mission; replaces the current one").argument("<text>"),
    ),
  )
    .option("--agent <name...>", "the agents that work on it (default: the default agent)")
    .addOption(
      new Option("--interval <seconds>", "seconds of idle time before an agent is prompted").argParser(
        parseIntegerFrom(30),
      ),
    )
    .action((text: string, options: MissionFlags, command: Command) =>
      act(command, async (context) => (await import("./mission.ts")).setMission(context, text, options)),
    );
  missionFlags(mission.command("pause").description("pause the mission")).action(
    (options: MissionFlags, command: Command) =>
      act(command, async (context) => (await import("./mission.ts")).pauseMission(context, options)),
  );
  bounds(
    missionFlags(mission.command("resume").description("resume the mission, optionally with new limits")),
  ).action((options: MissionFlags, command: Command) =>
    act(command, async (context) => (await import("./mission.ts")).resumeMission(context, options)),
  );
  missionFlags(mission.command("clear").description("end the mission")).action(
    (options: MissionFlags, command: Command) =>
      act(command, async (context) => (await import("./mission.ts")).clearMission(context, options)),
  );
  defineSchedules(program, act);
}

function defineSchedules(program: Command, act: Act): void {
  const schedule = program
    .command("schedule")
    .description("send prompts at set times")
    .addHelpText(
      "after",
      `
A pattern has five fields, as in crontab: minute, hour, day of the month, month,
day of the week.`,
    );
  schedule
    .command("ls", { isDefault: true })
    .description("list the schedules of all projects")
    .action((_, command: Command) =>
      act(command, async (context) => (await import("./schedule.ts")).listSchedules(context)),
    );
  schedule
    .command("add")
    .description("add a schedule for this folder")
    .argument("<pattern>")
    .argument("<text>")
    .option("--project <folder>", "the project folder (default: this folder)")
    .option("--agent <name>", "the agent to prompt (default: the default agent)")
    .option("--time-zone <name>", "the time zone, such as Europe/Berlin (default: the server's)")
    .option("--same-session", "use the same session every time instead of a new one")
    .action((pattern: string, text: string, options: ScheduleFlags, command: Command) =>
      act(command, async (context) =>
        (await import("./schedule.ts")).addSchedule(context, pattern, text, options),
      ),
    );
  for (const [name, says] of [
    ["on", "turn a schedule on"],
    ["off", "turn a schedule off"],
    ["rm", "remove a schedule"],
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
    .addOption(new Option("--budget <dollars>", "the cost limit in dollars").argParser(parseDollars))
    .addOption(new Option("--tokens <count>", "the token limit").argParser(parseIntegerFrom(1)))
    .addOption(new Option("--max <count>", "the maximum number of prompts").argParser(parseIntegerFrom(1)));
}

export function defineBudget(program: Command, act: Act): void {
  const budget = program
    .command("budget")
    .description(
      "set cost or token limits for a session, or for a project per day (warns at 80 %, stops at 100 %)",
    )
    .addHelpText("after", "\nStopped runs state the reason. Raise the limit to continue.");
  const place = (command: Command) =>
    command
      .addOption(new Option("--session <session>", "the session to limit").conflicts(["project"]))
      .option("--project <folder>", "the project to limit per day (default: this folder)");
  place(budget.command("show", { isDefault: true }).description("print the budget and current usage")).action(
    (options: BudgetFlags, command: Command) =>
      act(command, async (context) => (await import("./budget.ts")).showBudget(context, options)),
  );
  place(budget.command("set").description("set or change the budget"))
    .addOption(new Option("--cost <dollars>", "the limit in dollars").argParser(parseDollars))
    .addOption(new Option("--tokens <count>", "the limit in tokens").argParser(parseIntegerFrom(1)))
    .action((options: BudgetFlags, command: Command) =>
      act(command, async (context) => (await import("./budget.ts")).setBudget(context, options)),
    );
  place(budget.command("clear").description("remove the budget")).action(
    (options: BudgetFlags, command: Command) =>
      act(command, async (context) => (await import("./budget.ts")).clearBudget(context, options)),
  );
}
