import path from "node:path";
import type { BudgetPlace, BudgetState, Client } from "@polylog/client";
import { CliError } from "../../cli-error.ts";
import type { Context } from "../../context.ts";
import { exitCodes } from "../../exit-codes.ts";
import { resolveSessionId } from "../../home/resolve-id.ts";
import { requireServer } from "../../server/find-server.ts";
import { toJson } from "../../show/json.ts";

export interface BudgetFlags {
  readonly project?: string;
  readonly session?: string;
  readonly cost?: number;
  readonly tokens?: number;
}

export function showBudget(context: Context, flags: BudgetFlags): Promise<number> {
  return runAndPrint(context, flags, (client, place) =>
    client.budgets.get(place).then(({ budget }) => budget),
  );
}

export async function setBudget(context: Context, flags: BudgetFlags): Promise<number> {
  const { cost: costUsd, tokens } = flags;
  if (costUsd === undefined && tokens === undefined) {
    const message = 'Set a limit with --cost or --tokens. "polylog budget clear" removes the budget.';
    throw new CliError("usage", message, exitCodes.usage);
  }
  return runAndPrint(context, flags, (client, place) =>
    client.budgets.set({ ...place, costUsd, tokens }).then(({ budget }) => budget),
  );
}

export function clearBudget(context: Context, flags: BudgetFlags): Promise<number> {
  return runAndPrint(context, flags, (client, place) =>
    client.budgets.set(place).then(({ budget }) => budget),
  );
}

async function runAndPrint(
  context: Context,
  { session, project = "." }: BudgetFlags,
  work: (client: Client, place: BudgetPlace) => Promise<BudgetState>,
): Promise<number> {
  const client = await requireServer(context);
  try {
    const place =
      session === undefined
        ? { projectRoot: path.resolve(project) }
        : { sessionId: await resolveSessionId(client, session) };
    const state = await work(client, place);
    const { output } = context;
    if (output.json) output.value(toJson({ ...place, ...state }));
    else if ("sessionId" in place) output.line(sentence(state, "This session", ""));
    else output.line(sentence(state, place.projectRoot, " a day"));
    return exitCodes.done;
  } finally {
    client.close();
  }
}

function sentence(
  { costUsd, tokens, usedUsd, usedTokens, costComplete }: BudgetState,
  what: string,
  per: string,
): string {
  const cost = `$${usedUsd.toFixed(2)}${costComplete ? "" : " plus usage without a known price"}`;
  const bounds = [
    ...(costUsd === undefined ? [] : [`$${costUsd}`]),
    ...(tokens === undefined ? [] : [`${tokens} tokens`]),
  ];
  const limits = bounds.length === 0 ? "No budget is set." : `The limit is ${bounds.join(" and ")}${per}.`;
  return `${what} has used ${cost} and ${usedTokens} tokens${per === "" ? "" : " today"}. ${limits}`;
}
