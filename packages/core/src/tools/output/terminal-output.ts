import type { ToolCallEntry } from "../../events/tool.ts";
import { printedBy } from "./output.ts";

export interface TerminalOutput {
  readonly text: string;
  readonly exitCode: number | null;
}

/** Output and exit code of a command. Some agents write the code into the text: it is taken out there. */
export function terminalOutput(call: ToolCallEntry): TerminalOutput {
  const text = printedBy(call);
  if (/^\((?:Bash completed with |)no output\)\s*$/.test(text.slice(0, 60))) {
    return { text: "", exitCode: call.exitCode };
  }
  const head = /^(?:Error: )?Exit code:? (-?\d{1,10})(?:\n|$)/.exec(text.slice(0, 40));
  if (head !== null) return { text: text.slice(head[0].length), exitCode: call.exitCode ?? Number(head[1]) };
  const tail = /\n{0,2}Command exited with code (\d{1,10})\s*$/.exec(text.slice(-60));
  if (tail !== null)
    return { text: text.slice(0, -tail[0].length), exitCode: call.exitCode ?? Number(tail[1]) };
  return { text, exitCode: call.exitCode };
}
