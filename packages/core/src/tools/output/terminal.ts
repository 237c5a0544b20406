import type { Truncation } from "../../events/fields.ts";
import type { ToolCallEntry } from "../../events/tool.ts";
import { oneLine } from "../../format/one-line.ts";
import { plural } from "../../format/quantities.ts";
import { countLines } from "./lines.ts";
import { printedBy } from "./output.ts";

/** The result of a command, in a few words. */
export function terminalSummary(
  command: string | null,
  { text, exitCode }: TerminalOutput,
  truncated: Truncation | null = null,
): string {
  const failed = exitCode !== null && exitCode !== 0;
  const built = buildSummary(text, failed);
  if (built !== null) return built;
  const git = failed || command === null ? null : gitSummary(command, text);
  if (git !== null) return git;
  const shown = text.trim();
  const first = oneLine(shown.slice(0, 1000).split("\n", 1)[0] ?? "", 120);
  if (failed) return first === "" ? `Exit code ${exitCode}` : `Exit code ${exitCode}: ${first}`;
  const lines = countLines(shown);
  if (truncated?.totalLines !== undefined) return plural(truncated.totalLines, "line");
  if (lines > 5) return `${truncated === null ? "" : "More than "}${plural(lines, "line")}`;
  return first || "Completed";
}

/** Builds report their result near the end of the output. */
function buildSummary(text: string, failed: boolean): string | null {
  const end = text.slice(-4000);
  if (/\bbuild failed\b/i.test(end)) return "Build failed";
  return !failed && /\bbuild (?:succeeded|success(?:ful)?)\b/i.test(end) ? "Build succeeded" : null;
}

const gitLines: readonly (readonly [RegExp, (match: RegExpExecArray) => string])[] = [
  [/^\[\S+ (?:\(root-commit\) )?([0-9a-f]{7,40})\] (.+)$/m, (match) => `Committed ${match[1]}: ${match[2]}`],
  [/^nothing to commit/m, () => "Nothing to commit"],
  [/^Already up to date/m, () => "Already up to date"],
  [/^Everything up-to-date/m, () => "Everything up to date"],
  [/^(Switched to (?:a new )?branch '.+')$/m, (match) => match[1] as string],
  [/^ (\d+ files? changed.*)$/m, (match) => match[1] as string],
];

function gitSummary(command: string, text: string): string | null {
  if (!/\bgit\b/.test(command.slice(0, 2000))) return null;
  const part = text.slice(0, 4000);
  const pushed = /\bpush\b/.test(command.slice(0, 2000)) ? /^ [ *+] .+ -> (\S+)$/m.exec(part) : null;
  if (pushed !== null) return oneLine(`Pushed ${pushed[1]}`, 120);
  for (const [pattern, say] of gitLines) {
    const match = pattern.exec(part);
    if (match !== null) return oneLine(say(match), 120);
  }
  return null;
}

export interface TerminalOutput {
  readonly text: string;
  readonly exitCode: number | null;
}

/** A command's output and exit code. Some agents write the code into the text; it is removed there. */
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
