import { type Command, Option } from "commander";
import { parseSeconds } from "../../argument-parsers.ts";
import type { Act } from "../../context.ts";
import type { AdoptFlags } from "./adopt.ts";
import type { RunOptions } from "./run.ts";

const permissionModes = ["ask", "accept_edits", "plan", "full"];

export function defineRun(program: Command, act: Act): void {
  program
    .command("run")
    .description("send one prompt to an agent in this folder and print its answer; starts a server if needed")
    .argument(
      "[prompt]",
      "the prompt, with standard input appended; if omitted, standard input is the prompt",
    )
    .option("--agent <agent>", "the agent to use (default: the default agent)")
    .option("--model <name>", "the model to use in this session")
    .option("--project <folder>", "the project folder (default: this folder; the demo agent uses its own)")
    .addOption(
      new Option("--session <session>", "continue a session").conflicts(["continue", "project", "agent"]),
    )
    .addOption(new Option("--continue", "continue the latest session of this folder").conflicts(["agent"]))
    .option("--fork", "work in a copy of the session")
    .option("--yolo", "allow every action that the agent asks permission for")
    .option("--yes", "skip the confirmation of --permission-mode full")
    .addOption(
      new Option("--permission-mode <mode>", "what the agent may do without asking").choices(permissionModes),
    )
    .addOption(
      new Option("--timeout <seconds>", "cancel the run after this many seconds").argParser(parseSeconds),
    )
    .addHelpText(
      "after",
      "\nIn a terminal, you answer the agent's questions. Otherwise, permissions and" +
        "\nplans are rejected, and the agent has to answer its own questions. With --json," +
        "\nevery event of the session is printed as a line of JSON.",
    )
    .action((prompt: string | undefined, options: RunOptions, command: Command) =>
      act(command, async (context) => (await import("./run.ts")).run(context, prompt, options)),
    );
}

export function defineSessions(program: Command, act: Act): void {
  program
    .command("ls")
    .description("list sessions, latest first")
    .option("--native", "also show each agent's native session id, and the command that resumes it there")
    .action((options: { native?: true }, command: Command) =>
      act(command, async (context) => (await import("./ls.ts")).ls(context, options)),
    );
  program
    .command("adopt")
    .description("list this folder's sessions from agents' own programs, or continue one in Polylog")
    .argument("[id]", "the program's own session id; if omitted, lists all sessions")
    .option("--agent <agent>", "only the sessions of this agent")
    .option("--project <folder>", "the project folder (default: this folder)")
    .action((id: string | undefined, options: AdoptFlags, command: Command) =>
      act(command, async (context) => (await import("./adopt.ts")).adopt(context, id, options)),
    );
  program
    .command("logs")
    .description("print a session's history, one line per entry; with --json, its events")
    .argument("<session>")
    .option("--follow", "keep printing new entries until Ctrl-C")
    .action((session: string, options: { follow?: true }, command: Command) =>
      act(command, async (context) => (await import("./logs.ts")).logs(context, session, options)),
    );
  program
    .command("send")
    .description("send a message to a session; it steers a busy agent or is queued")
    .argument("<session>")
    .argument("<text>")
    .option("--queue", "queue the message even if the agent can be steered")
    .option("--run <run>", "steer one running agent or subagent")
    .action((session: string, text: string, options: { run?: string; queue?: true }, command: Command) =>
      act(command, async (context) => (await import("./send.ts")).send(context, session, text, options)),
    );
  program
    .command("cancel")
    .description("cancel the active runs of a session")
    .argument("<session>")
    .option("--run <run>", "only cancel this run, such as one subagent's")
    .action((session: string, options: { run?: string }, command: Command) =>
      act(command, async (context) => (await import("./cancel.ts")).cancel(context, session, options)),
    );
  program
    .command("export")
    .description("print a session's events with all outputs (jsonl), or its conversation (md, html)")
    .argument("<session>")
    .addOption(
      new Option("--format <format>", "the output format").choices(["jsonl", "md", "html"]).default("jsonl"),
    )
    .action((session: string, options: { format: "jsonl" | "md" | "html" }, command: Command) =>
      act(command, async (context) =>
        (await import("./export.ts")).exportSession(context, session, options.format),
      ),
    );
  program
    .command("import")
    .description("create a session in this folder from a jsonl file written by export")
    .argument("<file>")
    .option("--yes", "skip the confirmation")
    .action((file: string, _, command: Command) =>
      act(command, async (context) => (await import("./import.ts")).importSession(context, file)),
    );
}
