import type { Failure } from "../../src/cli-error.ts";
import { Output } from "../../src/output.ts";
import { runProgram } from "../../src/program.ts";

/** Keeps a command's output instead of printing it. */
class KeptOutput extends Output {
  stdout = "";
  stderr = "";

  constructor() {
    super(true);
  }

  override line(text: string): void {
    this.stdout += `${text}\n`;
  }

  override text(text: string): void {
    this.stdout += text;
  }

  override jsonLines(lines: string): void {
    this.stdout += lines;
  }

  override remark(text: string): void {
    this.stderr += `${text}\n`;
  }

  override failure({ code, message }: Failure): void {
    this.stderr += `${JSON.stringify({ error: { code, message } })}\n`;
  }
}

export interface Called {
  readonly code: number;
  readonly stdout: string;
  /** The code of the reported error. */
  readonly error: string | null;
}

/** Runs a command with `--json` in this process, because starting one for each call would take minutes. */
export async function call(args: readonly string[]): Promise<Called> {
  const output = new KeptOutput();
  const code = await runProgram([...args, "--json"], { PATH: "/nowhere" }, output);
  const told = output.stderr.split("\n").find((line) => line.startsWith('{"error"'));
  const error = told === undefined ? null : (JSON.parse(told) as { error: { code: string } }).error.code;
  return { code, stdout: output.stdout, error };
}
