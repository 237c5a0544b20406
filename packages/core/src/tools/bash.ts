import type { ToolCallEntry } from "../events/tool.ts";
import { oneLine } from "../format/one-line.ts";
import { limits } from "../limits.ts";
import type { Block } from "./blocks.ts";
import type { Tool } from "./card.ts";
import { commandText } from "./input/command.ts";
import { type Fields, inputOf, nameIn, objectIn } from "./input/input.ts";
import { succeeded, tense } from "./output/action-title.ts";
import { type TerminalOutput, terminalOutput, terminalSummary } from "./output/terminal.ts";
import { toolState } from "./tool-state.ts";

/** A shell command: the command is always visible, its output is collapsed. */
export const bash: Tool = {
  names: [
    "bash",
    "shell",
    "local_shell",
    "exec_command",
    "command_execution",
    "execute",
    "execute_command",
    "run_shell_command",
    "run_terminal_cmd",
    "run_command",
    "terminal",
    "powershell",
  ],
  card: (call) => {
    const input = inputOf(call);
    const command = commandOf(call, input);
    const { cwd, output } = printed(call, input);
    const exited = output.exitCode !== null && !call.live && toolState(call) !== "interrupted";
    const blocks: Block[] = [];
    if (command !== null) blocks.push({ kind: "command", command, cwd, collapsed: false });
    // If a failed call has no exit code, its output is the reason why it never ran.
    if (output.text !== "" && (exited || call.error?.message !== output.text)) {
      blocks.push({
        kind: "output",
        text: output.text,
        exitCode: output.exitCode,
        totalChars: call.truncated?.totalChars ?? null,
        blobId: call.truncated?.blobId ?? null,
        // The result is at the end of the output.
        excerpt: { from: "end", lines: limits.excerptLines.output },
        collapsed: "preview",
      });
    }
    return {
      icon: "terminal",
      title:
        command === null && call.title !== null
          ? call.title
          : exited
            ? "Ran"
            : tense(call, ["Running", "Ran", "run"]),
      object: command === null ? null : firstCommandLine(command),
      summary: exited || succeeded(call) ? terminalSummary(command, output, call.truncated) : null,
      explainsFailure: exited && output.exitCode !== 0,
      // Some agents report every command that they could start as a success.
      ...(exited && output.exitCode !== 0 ? { state: "error" } : {}),
      blocks,
    };
  },
};

export function commandOf(call: ToolCallEntry, input: Fields): string | null {
  for (const name of ["command", "cmd", "script"]) {
    const found = commandText(Object.hasOwn(input, name) ? input[name] : null);
    if (found !== null) return found;
  }
  const action = objectIn(input, "action");
  return commandText(Object.hasOwn(action, "command") ? action.command : null) ?? titleAsCommand(call);
}

/** Some ACP agents send no input: the title is the command, unless it only names the tool. */
function titleAsCommand(call: ToolCallEntry): string | null {
  if (call.toolKind !== "execute" || call.title === null) return null;
  const title = call.title.trim();
  const names = [call.toolName.toLowerCase(), "terminal", ...bash.names];
  return title === "" || names.includes(title.toLowerCase()) ? null : call.title;
}

function firstCommandLine(command: string): string {
  const [first = "", ...more] = command.trim().slice(0, 2000).split("\n");
  return more.length === 0 ? first : `${oneLine(first, 190)} …`;
}

/** ACP agents put a command's purpose in the field that later holds its output. */
function printed(
  call: ToolCallEntry,
  input: Fields,
): { readonly cwd: string | null; readonly output: TerminalOutput } {
  const action = objectIn(input, "action");
  const cwd =
    nameIn(input, "cwd", "workdir", "working_directory", "dir_path", "directory") ??
    nameIn(action, "working_directory", "cwd");
  const output = terminalOutput(call);
  const place = /^\[current working directory (.{1,1000}?)\]/.exec(output.text.slice(0, 1100));
  if (place !== null) return { cwd: cwd ?? (place[1] as string), output: { ...output, text: "" } };
  const isPurpose = call.result === null && output.text === nameIn(input, "description");
  return { cwd, output: isPurpose ? { ...output, text: "" } : output };
}
