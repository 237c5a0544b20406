import { createInterface } from "node:readline/promises";
import { CliError } from "./cli-error.ts";
import type { Context } from "./context.ts";
import { exitCodes } from "./exit-codes.ts";
import { printable } from "./show/printable.ts";

/** Asks at the terminal before something that needs a second yes. `--yes` answers beforehand. */
export async function confirm({ flags, output }: Context, text: string): Promise<boolean> {
  if (flags.yes === true || flags.yolo === true) return true;
  const question = printable(text);
  if (!process.stdin.isTTY || !process.stderr.isTTY) {
    const message = `${question} Nobody is here to confirm it. Add --yes.`;
    throw new CliError("confirmation_required", message, exitCodes.usage);
  }
  output.remark(question);
  return askYesNo("Continue?");
}

/** The same, for a command that draws its progress afterwards: what it does then is confirmed. */
export async function confirmFirst(context: Context, text: string): Promise<Context> {
  if (await confirm(context, text)) return { ...context, flags: { ...context.flags, yes: true } };
  throw new CliError("not_confirmed", "Cancelled.");
}

/** Anything but y or yes is a no. */
export async function askYesNo(question: string): Promise<boolean> {
  const line = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return /^y(es)?$/i.test((await line.question(`${question} [y/N] `)).trim());
  } finally {
    line.close();
  }
}
