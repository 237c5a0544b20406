import { type Bound, boundsOf } from "@polylog/core";
import { createViewer } from "../../panels/viewer.ts";
import { lineOf } from "../../text/style.ts";
import type { AppParts } from "../app-parts.ts";
import { amountIn, amountsOf } from "./budget-amounts.ts";

const boundNames: Readonly<Record<Bound["of"], string>> = {
  session: "Session budget",
  mission: "Mission budget",
  day: "Daily budget",
};

/**
 * `/budget` shows all budgets that apply to the session. `/budget 5` and `/budget 50k tokens` set the session's, `/budget day
 * 20` the project's for a day, `/budget mission 9` the mission's; `off` instead of an amount removes one.
 */
export function budget(app: AppParts, argument: string): void {
  const { client, actions } = app;
  const { sessionId } = app.session;
  if (sessionId === null) return actions.remark("No session yet. Send a message first.");
  const bounds = () => boundsOf(client, sessionId, actions.folder);
  if (argument === "") return actions.attempt(bounds().then((all) => showBounds(app, all)));
  const [, named, wanted = ""] = /^(day|mission|session)?\s*(.*)$/.exec(argument) ?? [];
  const of = (named ?? "session") as Bound["of"];
  const amount = amountIn(wanted);
  if (amount === null) return actions.remark("Enter an amount, such as /budget 5 or /budget off");
  const bound = async () => (await bounds()).find((each) => each.of === of);
  actions.attempt(
    bound().then(async (before) => {
      if (before === undefined) return actions.remark("This session has no mission");
      await before.set(amount);
      const after = await bound();
      if (after !== undefined) actions.remark(told(after));
    }),
  );
}

function told({ of, budget }: Bound): string {
  const isNone = budget.costUsd === undefined && budget.tokens === undefined;
  if (isNone && of === "session") return "This session has no budget";
  return `${boundNames[of]}: ${amountsOf(budget)}`;
}

function showBounds(app: AppParts, all: readonly Bound[]): void {
  const { theme } = app.context();
  const rows = all.map(({ of, budget: state }) => lineOf(`${boundNames[of]}: ${amountsOf(state)}`));
  const help = lineOf("/budget 5 · /budget 50k tokens · /budget day 20 · /budget off", theme.quiet);
  app.show(createViewer("Budgets", [...rows, help]));
}
