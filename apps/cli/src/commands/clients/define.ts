// Imported from the file: help must not load the whole package.
import { themeNames } from "@polylog/tui/theme";
import { type Command, Option } from "commander";
import type { Act } from "../../context.ts";
import type { TuiFlags } from "./tui.ts";

export function defineTerminalClient(program: Command, act: Act): void {
  program
    .command("tui")
    .description("open the terminal client in this folder; starts a background server if needed")
    .addOption(new Option("--session <session>", "resume a session").conflicts(["continue"]))
    .option("--continue", "resume the latest session of this folder")
    .option("--fork", "work in a copy of the session")
    .option("--agent <agent>", "the agent for a new session")
    .addOption(new Option("--theme <name>", "the color theme").choices(themeNames))
    .option("--screen-reader", "print plain lines for screen readers")
    .action((options: TuiFlags, command: Command) =>
      act(command, async (context) => (await import("./tui.ts")).tui(context, options)),
    );
  program
    .command("attach")
    .description("open the terminal client on a remote server; the token comes from --token or POLYLOG_TOKEN")
    .argument("<url>")
    .addOption(new Option("--session <session>", "resume a session").conflicts(["continue"]))
    .option("--continue", "resume the latest session of this folder")
    .option("--fork", "work in a copy of the session")
    .option("--agent <agent>", "the agent for a new session")
    .addOption(new Option("--theme <name>", "the color theme").choices(themeNames))
    .option("--screen-reader", "print plain lines for screen readers")
    .action((url: string, options: TuiFlags, command: Command) =>
      act(command, async (context) => (await import("./attach.ts")).attach(context, url, options)),
    );
}

export function defineAcp(program: Command, act: Act): void {
  program
    .command("acp")
    .description("run as an agent for editors that support ACP, such as Zed; starts a server if needed")
    .option("--agent <name>", "the agent for new sessions (default: the default agent)")
    .action((options: { agent?: string }, command: Command) =>
      act(command, async (context) => (await import("./acp.ts")).acp(context, options)),
    );
}

export function defineOpen(program: Command, act: Act): void {
  program
    .command("open")
    .description("open Polylog in the browser, or print a sign-in link (single use, valid for one minute)")
    .option("--print", "only print the link")
    .action((options: { print?: true }, command: Command) =>
      act(command, async (context) => (await import("./open.ts")).open(context, options)),
    );
}
