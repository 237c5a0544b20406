import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { limits } from "../limits.ts";
import { defineTool, failed, type ToolContext, type ToolOutcome } from "../tool.ts";
import { BoundedOutput, storable } from "./bounded-output.ts";
import { type Command, startCommand } from "./start-command.ts";

const input = z.object({
  command: z.string().min(1).describe("The command, as for a shell."),
  description: z.string().optional().describe("What it does, in five to ten words."),
  timeout: z
    .number()
    .positive()
    .optional()
    .describe(`Milliseconds it may take: ${limits.commandMs} if absent, at most ${limits.mostCommandMs}.`),
  run_in_background: z
    .boolean()
    .optional()
    .describe("Let it go on and return at once with an id for BashOutput and KillShell."),
});

export const bash = defineTool<z.infer<typeof input>>({
  name: "Bash",
  description:
    "Runs a command in a shell, in the project's folder, and returns what it printed and how it ended. Every call is a new " +
    "shell: a `cd` lasts only within its command. Nobody can type into it. What it leaves running is ended with it, unless " +
    "it is run in the background. To read, change or find files use Read, Edit, Grep and Glob instead.",
  input,
  effect: "execute",
  run: async ({ command, timeout, run_in_background: inBackground }, context) => {
    if (command.includes("\0")) return failed("bad_input", "A command cannot hold a NUL character.");
    if (context.signal.aborted) return failed("cancelled", "The command was not started.");
    const options = { command, cwd: context.project.root, env: context.settings.env ?? {} };
    if (inBackground === true) {
      const started = await context.shells.start(options);
      if (!started.ok) return failed(started.failure.code, started.failure.message);
      return { ok: true, text: `Runs in the background as ${started.id}. Look at it with BashOutput.` };
    }
    const output = new BoundedOutput();
    const live = liveOutput(context);
    const started = await startCommand({
      ...options,
      onText: (text, stream) => {
        output.push(text);
        return live(text, stream);
      },
    });
    if (!started.ok) return failed(started.failure.code, started.failure.message);
    const most = Math.min(timeout ?? limits.commandMs, limits.mostCommandMs);
    return outcome(await untilEnd(started.command, most, context.signal), output, most);
  },
});

/** Tells output as it comes, up to a bound: a command may print without end, and the log keeps what it is told. */
function liveOutput({
  onOutput,
}: ToolContext): (text: string, stream: "stdout" | "stderr") => Promise<void> | undefined {
  let left: number = limits.liveOutput;
  return (text, stream) => {
    if (left <= 0) return undefined;
    const piece = text.length <= left ? text : `${text.slice(0, left)}\n[… the rest is told at the end …]\n`;
    left -= text.length;
    return onOutput(storable(piece), stream);
  };
}

type Ending = { readonly exitCode: number } | "timed_out" | "cancelled";

async function untilEnd(command: Command, mostMs: number, signal: AbortSignal): Promise<Ending> {
  let stop: (why: "timed_out" | "cancelled") => void = () => undefined;
  const stopped = new Promise<"timed_out" | "cancelled">((resolve) => {
    stop = resolve;
  });
  const timer = setTimeout(() => stop("timed_out"), mostMs);
  const cancel = () => stop("cancelled");
  signal.addEventListener("abort", cancel);
  if (signal.aborted) cancel();
  try {
    const ending = await Promise.race([command.ended, stopped]);
    if (ending === "timed_out") await command.stop();
    if (ending === "cancelled") await command.stop(limits.cancelGraceMs);
    // What it said last may still be on its way.
    if (typeof ending === "string") await Promise.race([command.ended, sleep(limits.drainMs)]);
    return ending;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", cancel);
  }
}

function outcome(ending: Ending, output: BoundedOutput, mostMs: number): ToolOutcome {
  const printed = output.toString();
  const cut = output.dropped > 0 ? { totalChars: output.total } : {};
  if (ending === "cancelled") {
    return { ...failed("cancelled", joined(printed, "The command was cancelled.")), ...cut };
  }
  if (ending === "timed_out") {
    const advice = `The command was ended because it took longer than ${mostMs} ms. Give it more time, or run it in the background.`;
    return { ...failed("timed_out", joined(printed, advice)), ...cut };
  }
  const { exitCode } = ending;
  if (exitCode === 0) return { ok: true, text: printed || "(no output)", exitCode, ...cut };
  return { ...failed("tool_error", joined(`Exit code ${exitCode}`, printed)), exitCode, ...cut };
}

function joined(...parts: readonly string[]): string {
  return parts.filter((part) => part !== "").join("\n");
}
