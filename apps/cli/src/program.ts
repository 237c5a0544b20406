import type { Role } from "@polylog/core";
import { Argument, Command, CommanderError, InvalidArgumentError, Option } from "commander";
import { boundCommands } from "./bound-commands.ts";
import { CliError, failureOf } from "./cli-error.ts";
import type { AdoptFlags } from "./commands/adopt.ts";
import type { RunOptions } from "./commands/run.ts";
import type { ServeOptions } from "./commands/serve.ts";
import type { TuiFlags } from "./commands/tui.ts";
import { type Completed, completed, type Shell, shells } from "./completion/shells.ts";
import type { Context } from "./context.ts";
import { deviceCommands } from "./device-commands.ts";
import { exampleText } from "./examples.ts";
import { exitCodes } from "./exit-codes.ts";
import { missionCommands } from "./mission-commands.ts";
import { nearestWord } from "./nearest-word.ts";
import type { Output } from "./output.ts";
import {
  assertNoDatabaseFlag,
  type Environment,
  type Flags,
  homeOf,
  logLevels,
  readPort,
} from "./settings.ts";
import { version } from "./version.ts";

/** The commands, what each is called with, and what its help says. Each is loaded when it is called. */

const notes = `
A session is named by its id, as "polylog ls" lists it, or by the beginning of it. Commands speak with the server that holds the home, or with the one
that --host and --port name; what needs none works on the log itself.
Environment: POLYLOG_HOME, POLYLOG_PORT, POLYLOG_HOST, POLYLOG_TOKEN, POLYLOG_LOG_LEVEL, POLYLOG_TLS_CERT,
POLYLOG_TLS_KEY; flags go before them, and they go before config.json in the home. POLYLOG_DATABASE_URL is refused: the log is in SQLite.
Exit codes: 0 done, 1 error, 2 usage, 3 no such thing, 124 time-out, 130 interrupted.`;

/** Reads the arguments, does what they say, and gives the exit code. Every failure has been told by then. */
export async function runProgram(args: readonly string[], env: Environment, output: Output): Promise<number> {
  let exitCode: number = exitCodes.done;
  const program = createProgram(async (command, work) => {
    const flags = command.optsWithGlobals<Flags>();
    assertNoDatabaseFlag(flags);
    exitCode = await work({ flags, env, output, home: homeOf(flags, env) });
  });
  try {
    await program.parseAsync(args, { from: "user" });
    return exitCode;
  } catch (error) {
    const failure = failureOf(error instanceof CommanderError ? usageError(error, program, args) : error);
    if (failure.exitCode !== exitCodes.done) output.failure(failure);
    return failure.exitCode;
  }
}

function originOf(text: string, before: readonly string[] = []): readonly string[] {
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol))
    throw new InvalidArgumentError("It is an address such as https://polylog.example.org.");
  return [...before, new URL(text).origin];
}

// Not imported: help has to come without loading core.
const roles = ["viewer", "prompter", "approver", "owner"] as const satisfies readonly Role[];

const permissionModes = ["ask", "accept_edits", "plan", "full"];
const themes = ["auto", "dark", "light", "colour-blind", "plain"];

export type Act = (command: Command, work: (context: Context) => Promise<number>) => Promise<void>;

export function createProgram(act: Act): Command {
  const program = new Command("polylog")
    .description("One log for every coding agent")
    .version(version, "-V, --version", "print the version")
    .helpOption("-h, --help", "print this help")
    .helpCommand("help [command]", "print the help of a command")
    .configureHelp({ showGlobalOptions: true })
    .exitOverride()
    .configureOutput({ outputError: () => undefined })
    .option("--home <folder>", "where the log, the token and config.json are")
    .addOption(
      new Option("--port <number>", "the server's port; 0 takes any (default: 7717)").argParser(portOf),
    )
    .option("--host <address>", "the server's address (default: 127.0.0.1)")
    .option("--token <token>", "the server's token, in place of the one in the home")
    .option("--json", "write JSON, a line for each result")
    .option("--database-url <url>", "a PostgreSQL database for the log; not supported yet, and refused")
    .addOption(new Option("--log-level <level>", "how much the server logs").choices(logLevels))
    .addHelpText("after", notes);

  program
    .command("serve", { isDefault: true })
    .description("start the server; this is what polylog does when no command is given")
    .option("--tls-cert <file>", "serve HTTPS with this certificate (PEM, with its chain)")
    .option("--tls-key <file>", "the certificate's private key (PEM)")
    .option("--allow-plain-network", "listen beyond this machine although nothing is encrypted")
    .option("--base-path <path>", "a path such as /polylog below which a proxy serves it")
    .addOption(
      new Option("--origin <url...>", "where people reach it through a proxy: https://host").argParser(
        originOf,
      ),
    )
    .action((options: ServeOptions, command: Command) =>
      act(command, async (context) => (await import("./commands/serve.ts")).serve(context, options)),
    );
  program
    .command("tui")
    .description("the terminal client, in this folder; starts a server that goes on if none runs")
    .addOption(new Option("--session <session>", "go on with a session").conflicts(["continue"]))
    .option("--continue", "go on with the latest session of this folder")
    .option("--fork", "with a copy of that session, which stays as it is")
    .option("--agent <agent>", "whom to begin a new session with")
    .addOption(new Option("--theme <name>", "its colours").choices(themes))
    .option("--screen-reader", "plain lines that can be read out")
    .action((options: TuiFlags, command: Command) =>
      act(command, async (context) => (await import("./commands/tui.ts")).tui(context, options)),
    );
  program
    .command("attach")
    .description("the terminal client on a server elsewhere; its token comes from --token or POLYLOG_TOKEN")
    .argument("<url>")
    .addOption(new Option("--session <session>", "go on with a session").conflicts(["continue"]))
    .option("--continue", "go on with the latest session of this folder")
    .option("--fork", "with a copy of that session, which stays as it is")
    .option("--agent <agent>", "whom to begin a new session with")
    .addOption(new Option("--theme <name>", "its colours").choices(themes))
    .option("--screen-reader", "plain lines that can be read out")
    .action((url: string, options: TuiFlags, command: Command) =>
      act(command, async (context) => (await import("./commands/attach.ts")).attach(context, url, options)),
    );
  program
    .command("run")
    .description("give an agent one prompt in this folder and print its answer; starts a server if none runs")
    .argument(
      "[prompt]",
      "what to do; standard input goes along with it, or is the prompt where none is given",
    )
    .option("--agent <agent>", "the agent to ask, in place of the default one")
    .option("--model <name>", "the model that answers, in this session")
    .option(
      "--project <folder>",
      "where it works, in place of this folder; the demo has a project of its own",
    )
    .addOption(
      new Option("--session <session>", "go on with a session").conflicts(["continue", "project", "agent"]),
    )
    .addOption(new Option("--continue", "go on with the latest session of this folder").conflicts(["agent"]))
    .option("--fork", "in a copy of that session, which stays as it is")
    .option("--yolo", "allow whatever the agent asks permission for")
    .option("--yes", "confirm --permission-mode full without asking")
    .addOption(
      new Option("--permission-mode <mode>", "what it may do without asking").choices(permissionModes),
    )
    .addOption(new Option("--timeout <seconds>", "cancel the run after so long").argParser(secondsOf))
    .addHelpText(
      "after",
      "\nIn a terminal you are asked what the agent asks. Where nobody is: permissions are refused, plans are rejected, and to a" +
        "\nquestion the agent is told to decide itself. With --json every event of the session is a line.",
    )
    .action((prompt: string | undefined, options: RunOptions, command: Command) =>
      act(command, async (context) => (await import("./commands/run.ts")).run(context, prompt, options)),
    );
  program
    .command("acp")
    .description("Polylog as an agent for editors that speak ACP, such as Zed; starts a server if none runs")
    .option("--agent <name>", "whom to begin new sessions with, in place of the default one")
    .action((options: { agent?: string }, command: Command) =>
      act(command, async (context) => (await import("./commands/acp.ts")).acp(context, options)),
    );
  program
    .command("ls")
    .description("list the sessions, the latest first")
    .option("--native", "with the agents' own names for them, and the commands that go on with them there")
    .action((options: { native?: true }, command: Command) =>
      act(command, async (context) => (await import("./commands/ls.ts")).ls(context, options)),
    );
  program
    .command("adopt")
    .description("list the sessions that this folder had with agents' own programs, or take one over")
    .argument("[id]", "the program's own id of the session; without it they are listed")
    .option("--agent <agent>", "whose sessions, in place of every program's")
    .option("--project <folder>", "in place of this folder")
    .action((id: string | undefined, options: AdoptFlags, command: Command) =>
      act(command, async (context) => (await import("./commands/adopt.ts")).adopt(context, id, options)),
    );
  program
    .command("logs")
    .description("print what happened in a session, a line for each thing; with --json its events")
    .argument("<session>")
    .option("--follow", "go on with what happens, until Ctrl-C")
    .action((session: string, options: { follow?: true }, command: Command) =>
      act(command, async (context) => (await import("./commands/logs.ts")).logs(context, session, options)),
    );
  program
    .command("send")
    .description("send a message to a session; a busy agent is steered, or the message is queued")
    .argument("<session>")
    .argument("<text>")
    .option("--queue", "queue it, also if the agent can be steered")
    .option("--run <run>", "to one running agent or subagent, at once")
    .action((session: string, text: string, options: { run?: string; queue?: true }, command: Command) =>
      act(command, async (context) =>
        (await import("./commands/send.ts")).send(context, session, text, options),
      ),
    );
  program
    .command("cancel")
    .description("stop what is at work in a session")
    .argument("<session>")
    .option("--run <run>", "only this run, as one subagent's")
    .action((session: string, options: { run?: string }, command: Command) =>
      act(command, async (context) =>
        (await import("./commands/cancel.ts")).cancel(context, session, options),
      ),
    );
  program
    .command("export")
    .description("print a session as a file: its events with all outputs (jsonl), or its talk (md, html)")
    .argument("<session>")
    .addOption(
      new Option("--format <format>", "what to write").choices(["jsonl", "md", "html"]).default("jsonl"),
    )
    .action((session: string, options: { format: "jsonl" | "md" | "html" }, command: Command) =>
      act(command, async (context) =>
        (await import("./commands/export.ts")).exportSession(context, session, options.format),
      ),
    );
  program
    .command("import")
    .description("make a new session, in this folder, of a file that export wrote as jsonl")
    .argument("<file>")
    .option("--yes", "confirm it without asking")
    .action((file: string, _, command: Command) =>
      act(command, async (context) => (await import("./commands/import.ts")).importSession(context, file)),
    );
  program
    .command("agents")
    .description("list the agents that are configured or found here, and what to do for the rest")
    .action((_, command: Command) =>
      act(command, async (context) => (await import("./commands/agents.ts")).agents(context)),
    );
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
      act(command, async (context) => (await import("./commands/trust.ts")).trust(context, folder, options)),
    );
  missionCommands(program, act);
  boundCommands(program, act);
  program
    .command("open")
    .description("print a link that signs a browser in, once and within a minute; with a desktop, open it")
    .option("--print", "only print it")
    .action((options: { print?: true }, command: Command) =>
      act(command, async (context) => (await import("./commands/open.ts")).open(context, options)),
    );
  program
    .command("pair")
    .description("let a phone in: show a code for it, and confirm the device that comes with it")
    .addOption(new Option("--role <role>", "what it may do").choices(roles).default("approver"))
    .option("--yes", "let the first device in that shows the code, without asking")
    .action((options: { role: (typeof roles)[number]; yes?: true }, command: Command) =>
      act(command, async (context) => (await import("./commands/pair.ts")).pair(context, options)),
    );
  deviceCommands(program, act);
  program
    .command("scripted-model")
    .description("serve a model that plays scripts, for trying things out and for tests; prints where it is")
    .option("--log <file>", "write each request into a file, a line each")
    .addHelpText("after", "\nWithout --port it takes any that is free.")
    .action((options: { log?: string }, command: Command) =>
      act(command, async (context) =>
        (await import("./commands/scripted-model.ts")).scriptedModel(context, options),
      ),
    );
  program
    .command("doctor")
    .description("check this machine, the home, every event of the log, and the configuration")
    .action((_, command: Command) =>
      act(command, async (context) => (await import("./commands/doctor.ts")).doctor(context)),
    );
  program
    .command("backup")
    .description("write the whole log, with all outputs, into a file, while the server goes on")
    .argument("<file>")
    .action((file: string, _, command: Command) =>
      act(command, async (context) => (await import("./commands/backup.ts")).backup(context, file)),
    );
  program
    .command("restore")
    .description(
      "replace the log with a backup and keep the old log beside it; rules, devices and trust stay this server's own",
    )
    .argument("<file>")
    .option(
      "--list",
      "only list the rules, devices and other policy of the backup that differ from this server's",
    )
    .option("--policy <id...>", "restore these of them too")
    .option("--yes", "confirm it without asking")
    .action((file: string, options: { list?: true; policy?: string[] }, command: Command) =>
      act(command, async (context) =>
        (await import("./commands/restore.ts")).restore(context, file, options),
      ),
    );
  program
    .command("completion")
    .description("print a script that makes a shell complete this command, sessions and agents included")
    .addArgument(new Argument("<shell>", "which one").choices(shells))
    .action((shell: Shell, _, command: Command) =>
      act(command, async (context) =>
        (await import("./commands/completion.ts")).completion(context, program, shell),
      ),
    );
  program
    .command("complete", { hidden: true })
    .description("what the scripts of completion ask for")
    .addArgument(new Argument("<what>").choices(completed))
    .action((what: Completed, _, command: Command) =>
      act(command, async (context) => (await import("./commands/complete.ts")).complete(context, what)),
    );
  for (const command of program.commands) command.addHelpText("after", exampleText(command.name()));
  return program;
}

function portOf(text: string): number {
  const port = readPort(text);
  if (port === null) throw new InvalidArgumentError("It is a number from 0 to 65535.");
  return port;
}

function secondsOf(text: string): number {
  const seconds = Number(text);
  if (!(seconds > 0) || seconds > 2_000_000) throw new InvalidArgumentError("It is a number of seconds.");
  return seconds;
}

/** Help and version are answers; everything else that commander throws is a wrong call. */
function usageError(
  { code, exitCode, message }: CommanderError,
  program: Command,
  args: readonly string[],
): CliError {
  // `help` and `help COMMAND` have answered, whatever they are called inside.
  if (exitCode === 0 || code === "commander.help") return new CliError(code, message, exitCodes.done);
  const path = commandIn(program, args);
  // What is no command is taken for an argument of the one that is meant where none is named.
  const isUnknown = path.length === 0 && code === "commander.excessArguments";
  const said = isUnknown ? unknownCommand(program) : sentence(message);
  const help = ["polylog", ...path, "--help"].join(" ");
  return new CliError("usage", `${said} See "${help}".`, exitCodes.usage);
}

function unknownCommand(program: Command): string {
  const typed = program.args[0] ?? "";
  const names = program.createHelp().visibleCommands(program);
  const near = nearestWord(
    typed,
    names.map((command) => command.name()),
  );
  return `There is no command "${typed}".${near === null ? "" : ` Did you mean "${near}"?`}`;
}

/** The command that the arguments name, as the words that name it. */
function commandIn(program: Command, args: readonly string[]): readonly string[] {
  const path: string[] = [];
  let at = program;
  for (let index = 0; index < args.length; index += 1) {
    const arg = args[index] ?? "";
    const option = [...at.options, ...program.options].find(
      ({ long, short }) => arg === long || arg === short,
    );
    if (option !== undefined) {
      if (option.required) index += 1;
      continue;
    }
    const next = at.commands.find((command) => command.name() === arg);
    if (next === undefined) break;
    path.push(arg);
    at = next;
  }
  return path;
}

function sentence(message: string): string {
  const text = message.replace(/^error: /, "").replaceAll("\n", " ");
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.?!)]$/.test(text) ? "" : "."}`;
}
