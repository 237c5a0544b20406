// Not from the package itself: help has to come without loading all of it.
import { themeNames } from "@polylog/tui/theme";
import { type Command, Option } from "commander";
import type { Act } from "../../context.ts";
import type { TuiFlags } from "./tui.ts";

export function defineTerminalClient(program: Command, act: Act): void {
  program
    .command("tui")
    .description("the terminal client, in this folder; starts a server that goes on if none runs")
    .addOption(new Option("--session <session>", "go on with a session").conflicts(["continue"]))
    .option("--continue", "go on with the latest session of this folder")
    .option("--fork", "with a copy of that session, which stays as it is")
    .option("--agent <agent>", "whom to begin a new session with")
    .addOption(new Option("--theme <name>", "its colours").choices(themeNames))
    .option("--screen-reader", "plain lines that can be read out")
    .action((options: TuiFlags, command: Command) =>
      act(command, async (context) => (await import("./tui.ts")).tui(context, options)),
    );
  program
    .command("attach")
    .description("the terminal client on a server elsewhere; its token comes from --token or POLYLOG_TOKEN")
    .argument("<url>")
    .addOption(new Option("--session <session>", "go on with a session").conflicts(["continue"]))
    .option("--continue", "go on with the latest session of this folder")
    .option("--fork", "with a copy of that session, which stays as it is")
    .option("--agent <agent>", "whom to begin a new session with")
    .addOption(new Option("--theme <name>", "its colours").choices(themeNames))
    .option("--screen-reader", "plain lines that can be read out")
    .action((url: string, options: TuiFlags, command: Command) =>
      act(command, async (context) => (await import("./attach.ts")).attach(context, url, options)),
    );
}

export function defineAcp(program: Command, act: Act): void {
  program
    .command("acp")
    .description("Polylog as an agent for editors that speak ACP, such as Zed; starts a server if none runs")
    .option("--agent <name>", "whom to begin new sessions with, in place of the default one")
    .action((options: { agent?: string }, command: Command) =>
      act(command, async (context) => (await import("./acp.ts")).acp(context, options)),
    );
}

export function defineOpen(program: Command, act: Act): void {
  program
    .command("open")
    .description("print a link that signs a browser in, once and within a minute; with a desktop, open it")
    .option("--print", "only print it")
    .action((options: { print?: true }, command: Command) =>
      act(command, async (context) => (await import("./open.ts")).open(context, options)),
    );
}
