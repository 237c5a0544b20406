import { type Command, Option } from "commander";
import { parseSeconds } from "../../argument-parsers.ts";
import type { Act } from "../../context.ts";
import type { AdoptFlags } from "./adopt.ts";
import type { RunOptions } from "./run.ts";

const permissionModes = ["ask", "accept_edits", "plan", "full"];

export function defineRun(program: Command, act: Act): void {
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
    .addOption(new Option("--timeout <seconds>", "cancel the run after so long").argParser(parseSeconds))
    .addHelpText(
      "after",
      "\nIn a terminal you are asked what the agent asks. Where nobody is: permissions are refused, plans are rejected, and to a" +
        "\nquestion the agent is told to decide itself. With --json every event of the session is a line.",
    )
    .action((prompt: string | undefined, options: RunOptions, command: Command) =>
      act(command, async (context) => (await import("./run.ts")).run(context, prompt, options)),
    );
}

export function defineSessions(program: Command, act: Act): void {
  program
    .command("ls")
    .description("list the sessions, the latest first")
    .option("--native", "with the agents' own names for them, and the commands that go on with them there")
    .action((options: { native?: true }, command: Command) =>
      act(command, async (context) => (await import("./ls.ts")).ls(context, options)),
    );
  program
    .command("adopt")
    .description("list the sessions that this folder had with agents' own programs, or take one over")
    .argument("[id]", "the program's own id of the session; without it they are listed")
    .option("--agent <agent>", "whose sessions, in place of every program's")
    .option("--project <folder>", "in place of this folder")
    .action((id: string | undefined, options: AdoptFlags, command: Command) =>
      act(command, async (context) => (await import("./adopt.ts")).adopt(context, id, options)),
    );
  program
    .command("logs")
    .description("print what happened in a session, a line for each thing; with --json its events")
    .argument("<session>")
    .option("--follow", "go on with what happens, until Ctrl-C")
    .action((session: string, options: { follow?: true }, command: Command) =>
      act(command, async (context) => (await import("./logs.ts")).logs(context, session, options)),
    );
  program
    .command("send")
    .description("send a message to a session; a busy agent is steered, or the message is queued")
    .argument("<session>")
    .argument("<text>")
    .option("--queue", "queue it, also if the agent can be steered")
    .option("--run <run>", "to one running agent or subagent, at once")
    .action((session: string, text: string, options: { run?: string; queue?: true }, command: Command) =>
      act(command, async (context) => (await import("./send.ts")).send(context, session, text, options)),
    );
  program
    .command("cancel")
    .description("stop what is at work in a session")
    .argument("<session>")
    .option("--run <run>", "only this run, as one subagent's")
    .action((session: string, options: { run?: string }, command: Command) =>
      act(command, async (context) => (await import("./cancel.ts")).cancel(context, session, options)),
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
        (await import("./export.ts")).exportSession(context, session, options.format),
      ),
    );
  program
    .command("import")
    .description("make a new session, in this folder, of a file that export wrote as jsonl")
    .argument("<file>")
    .option("--yes", "confirm it without asking")
    .action((file: string, _, command: Command) =>
      act(command, async (context) => (await import("./import.ts")).importSession(context, file)),
    );
}
