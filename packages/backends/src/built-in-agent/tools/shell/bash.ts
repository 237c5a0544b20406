import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { limits } from "../limits.ts";
import { defineTool, failed, type ToolContext, type ToolOutcome } from "../tool.ts";
import { BoundedOutput, storable } from "./bounded-output.ts";
import { type Command, startCommand } from "./start-command.ts";

const input = z.object({
  command: z.string().min(1).describe("The shell command."),
  description: z.string().optional().describe("A description of the command in five to ten words."),
  timeout: z
    .number()
    .positive()
    .optional()
    .describe(`Timeout in milliseconds. Default: ${limits.commandMs}. Maximum: ${limits.mostCommandMs}.`),
  run_in_background: z
    .boolean()
    .optional()
    .describe("Run it in the background and return immediately with an id for BashOutput and KillShell."),
});

export const bash = defineTool<z.infer<typeof input>>({
  name: "Bash",
  description:
    "Runs a command in a shell, in the project's folder, and returns its output and exit code. Every call uses a new " +
    "shell: a `cd` lasts only within its command. The command gets no keyboard input. Processes that it leaves running are " +
    "stopped, unless it runs in the background. To read, change or find files, use Read, Edit, Grep and Glob instead.",
  input,
  effect: "execute",
  run: async ({ command, timeout, run_in_background: inBackground }, context) => {
    if (command.includes("\0")) return failed("bad_input", "A command cannot contain a NUL character.");
    if (context.signal.aborted) return failed("cancelled", "The command was not started.");
    const options = { command, cwd: context.project.root, env: context.settings.env ?? {} };
    if (inBackground === true) {
      const started = await context.shells.start(options);
      if (!started.ok) return failed(started.failure.code, started.failure.message);
      return {
        ok: true,
        text: `Running in the background as ${started.id}. Use BashOutput to see its output.`,
      };
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

/**
 * Reports output while a command runs, up to a limit: a command may print endlessly, and the log stores all that is
 * reported.
 */
function liveOutput({
  onOutput,
}: ToolContext): (text: string, stream: "stdout" | "stderr") => Promise<void> | undefined {
  let left: number = limits.liveOutput;
  return (text, stream) => {
    if (left <= 0) return undefined;
    const piece = text.length <= left ? text : `${text.slice(0, left)}\n[… the rest follows at the end …]\n`;
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
    // Its last output may still be on its way.
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
    const advice = `The command was stopped after ${mostMs} ms. Set a longer timeout, or run it in the background.`;
    return { ...failed("timed_out", joined(printed, advice)), ...cut };
  }
  const { exitCode } = ending;
  if (exitCode === 0) return { ok: true, text: printed || "(no output)", exitCode, ...cut };
  return { ...failed("tool_error", joined(`Exit code ${exitCode}`, printed)), exitCode, ...cut };
}

function joined(...parts: readonly string[]): string {
  return parts.filter((part) => part !== "").join("\n");
}
