import { Command, CommanderError, Option } from "commander";
import { parsePort } from "./argument-parsers.ts";
import { CliError, failureOf } from "./cli-error.ts";
import { defineAgents, defineBudget, defineMissions } from "./commands/agents/define.ts";
import { defineAcp, defineOpen, defineTerminalClient } from "./commands/clients/define.ts";
import { defineBackups } from "./commands/data/define.ts";
import { defineDevices } from "./commands/devices/define.ts";
import { definePermissions, definePolicy, defineTrust } from "./commands/permissions/define.ts";
import { defineCompletion, defineServe, defineServerTools } from "./commands/server/define.ts";
import { defineRun, defineSessions } from "./commands/sessions/define.ts";
import type { Act } from "./context.ts";
import { exampleText } from "./examples.ts";
import { exitCodes } from "./exit-codes.ts";
import { nearestWord } from "./nearest-word.ts";
import type { Output } from "./output.ts";
import { assertNoDatabaseFlag, type Environment, type Flags, homeOf, logLevels } from "./settings.ts";
import { version } from "./version.ts";

/**
 * The program's options and its commands by topic. `commands/<topic>/define.ts` defines a command's arguments and help text; its
 * implementation is loaded when it is called.
 */

const notes = `
To name a session, use its id or a unique prefix of it, as listed by "polylog
ls". Commands connect to the server of the home folder, or to the one given by
--host and --port. Commands that need no server open the log directly.

Environment: POLYLOG_HOME, POLYLOG_PORT, POLYLOG_HOST, POLYLOG_TOKEN,
POLYLOG_LOG_LEVEL, POLYLOG_TLS_CERT, POLYLOG_TLS_KEY. Flags take precedence over
variables, and variables over config.json in the home. POLYLOG_DATABASE_URL is
not supported.

Exit codes: 0 success, 1 error, 2 invalid usage, 3 not found, 124 timeout,
130 interrupted.`;

/** Runs the command in the arguments and returns the exit code. Failures have been printed by then. */
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

export function createProgram(act: Act): Command {
  const program = new Command("polylog")
    .description("One log for every coding agent")
    .version(version, "-V, --version", "print the version")
    .helpOption("-h, --help", "show help")
    .helpCommand("help [command]", "show help for a command")
    .configureHelp({ showGlobalOptions: true })
    .exitOverride()
    .configureOutput({ outputError: () => undefined })
    .option("--home <folder>", "the folder with the log, the token and config.json")
    .addOption(
      new Option("--port <number>", "the server's port; 0 uses any free port (default: 7717)").argParser(
        parsePort,
      ),
    )
    .option("--host <address>", "the server's address (default: 127.0.0.1)")
    .option("--token <token>", "the server's token (default: the one in the home)")
    .option("--json", "print one line of JSON per result")
    .option("--database-url <url>", "a PostgreSQL database for the log (not supported yet)")
    .addOption(new Option("--log-level <level>", "the server's log level").choices(logLevels))
    .addHelpText("after", notes);

  // In the order in which help lists them.
  defineServe(program, act);
  defineTerminalClient(program, act);
  defineRun(program, act);
  defineAcp(program, act);
  defineSessions(program, act);
  defineAgents(program, act);
  defineTrust(program, act);
  defineMissions(program, act);
  defineBudget(program, act);
  definePolicy(program, act);
  definePermissions(program, act);
  defineOpen(program, act);
  defineDevices(program, act);
  defineServerTools(program, act);
  defineBackups(program, act);
  defineCompletion(program, act);
  for (const command of program.commands) command.addHelpText("after", exampleText(command.name()));
  return program;
}

/** Help and version are results. Every other error that commander throws is invalid usage. */
function usageError(
  { code, exitCode, message }: CommanderError,
  program: Command,
  args: readonly string[],
): CliError {
  // `help` and `help COMMAND` have printed their result, whatever code commander reports.
  if (exitCode === 0 || code === "commander.help") return new CliError(code, message, exitCodes.done);
  const path = commandIn(program, args);
  // Commander treats an unknown command as an extra argument of the default command.
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
  return `Unknown command "${typed}".${near === null ? "" : ` Did you mean "${near}"?`}`;
}

/** The words of the arguments that name a command. */
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
