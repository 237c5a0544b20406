import { createInterface } from "node:readline/promises";
import { CliError } from "./cli-error.ts";
import type { Context } from "./context.ts";
import { exitCodes } from "./exit-codes.ts";
import { printable } from "./show/printable.ts";

/** Asks for confirmation in the terminal. `--yes` confirms in advance. */
export async function confirm({ flags, output }: Context, text: string): Promise<boolean> {
  if (flags.yes === true || flags.yolo === true) return true;
  const question = printable(text);
  if (!process.stdin.isTTY || !process.stderr.isTTY) {
    const message = `${question} No terminal is available to confirm this. Add --yes.`;
    throw new CliError("confirmation_required", message, exitCodes.usage);
  }
  output.remark(question);
  return askYesNo("Continue?");
}

/** Confirms before a command draws its progress, and marks its later requests as confirmed. */
export async function confirmFirst(context: Context, text: string): Promise<Context> {
  if (await confirm(context, text)) return { ...context, flags: { ...context.flags, yes: true } };
  throw new CliError("not_confirmed", "Cancelled.");
}

/** Any answer other than y or yes declines. */
export async function askYesNo(question: string): Promise<boolean> {
  const line = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return /^y(es)?$/i.test((await line.question(`${question} [y/N] `)).trim());
  } finally {
    line.close();
  }
}
