import { createInterface } from "node:readline/promises";
import type { BackupPolicy, RestorePreview } from "@polylog/client";
import { CliError } from "../../cli-error.ts";
import { exitCodes } from "../../exit-codes.ts";
import type { Output } from "../../output.ts";

/** Lists a backup's policies with everything they grant, each with its number and id. */
export function showPolicies(output: Output, { policies, omitted }: RestorePreview): void {
  for (const [index, { id, title, value, change }] of policies.entries()) {
    output.line(`${index + 1}. ${title} [${change}] ${id}`);
    output.line(`   ${JSON.stringify(value)}`);
  }
  if (omitted > 0)
    output.line(`${omitted} more cannot be selected because there are too many or they are too large.`);
}

/** Asks which policies to restore; none by default. Does not open the backup if no person can be asked. */
export async function choosePolicies(
  output: Output,
  look: () => Promise<RestorePreview>,
): Promise<readonly string[]> {
  if (output.json || !process.stdin.isTTY || !process.stdout.isTTY) return [];
  const preview = await look();
  const { policies } = preview;
  if (policies.length === 0) return [];
  output.line("The backup contains rules, devices or other policies that this server does not have:");
  showPolicies(output, preview);
  const prompt = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return readNumbers(
      await prompt.question("Which ones should be restored? Enter numbers, or press Enter for none: "),
      policies,
    );
  } finally {
    prompt.close();
  }
}

function readNumbers(answer: string, policies: readonly BackupPolicy[]): string[] {
  const words = answer.split(/[\s,]+/).filter((word) => word !== "");
  return words.map((word) => {
    const policy = /^\d+$/.test(word) ? policies[Number(word) - 1] : undefined;
    if (policy !== undefined) return policy.id;
    throw new CliError(
      "bad_usage",
      `"${word}" is not a number in the list. Nothing was changed.`,
      exitCodes.usage,
    );
  });
}
