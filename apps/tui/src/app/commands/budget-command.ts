import { type Bound, boundsOf } from "@polylog/client";
import type { AgentPolicy, PolicyRule } from "@polylog/core";
import { createViewer } from "../../panels/viewer.ts";
import { cleanLine } from "../../safe/clean-text.ts";
import { lineOf } from "../../text/style.ts";
import type { AppParts } from "../app-parts.ts";
import { amountIn, amountsOf } from "./budget-amounts.ts";

/** What bounds the agents, from the input line. */

const boundNames: Readonly<Record<Bound["of"], string>> = {
  session: "Budget",
  mission: "Budget of its mission",
  day: "Budget of the day",
};

/**
 * `/budget` shows all that the session is held to. `/budget 5` and `/budget 50k tokens` set its own, `/budget day 20` that of
 * the project's day, `/budget mission 9` its mission's; `off` in place of an amount removes one.
 */
export function budget(app: AppParts, argument: string): void {
  const { client, actions } = app;
  const { sessionId } = app.session;
  if (sessionId === null) return actions.remark("There is no session yet");
  const bounds = () => boundsOf(client, sessionId, actions.folder);
  if (argument === "") return actions.attempt(bounds().then((all) => showBounds(app, all)));
  const [, named, wanted = ""] = /^(day|mission|session)?\s*(.*)$/.exec(argument) ?? [];
  const of = (named ?? "session") as Bound["of"];
  const amount = amountIn(wanted);
  if (amount === null) return actions.remark("Say an amount: /budget 5, or /budget off");
  const bound = async () => (await bounds()).find((each) => each.of === of);
  actions.attempt(
    bound().then(async (before) => {
      if (before === undefined) return actions.remark("This session works for no mission");
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

/** `/policy` shows who may write to whom; `allow A B` and `deny A B` add a rule, `clear` removes them all. */
export function policy(app: AppParts, argument: string): void {
  const { client, actions } = app;
  const { folder } = actions;
  if (argument === "") return actions.attempt(client.policy(folder).then((found) => showPolicy(app, found)));
  const save = (next: AgentPolicy) =>
    client.setPolicy(folder, next).then((kept) => actions.remark(`Rules: ${rulesOf(kept).join("; ")}`));
  if (argument === "clear") return actions.attempt(save({ allow: [], deny: [] }));
  const [word = "", from = "", to = "", ...rest] = argument.split(/\s+/);
  if ((word !== "allow" && word !== "deny") || to === "" || rest.length > 0)
    return actions.remark("Say a rule: /policy allow claude codex, /policy deny codex *, or /policy clear");
  const added = (rules: readonly PolicyRule[]) => [...rules, { from, to }];
  actions.attempt(client.policy(folder).then((before) => save({ ...before, [word]: added(before[word]) })));
}

function showPolicy(app: AppParts, found: AgentPolicy): void {
  const { theme } = app.context();
  app.show(
    createViewer("Who may write to whom", [
      ...rulesOf(found).map((rule) => lineOf(rule)),
      lineOf("/policy allow A B · /policy deny A B · /policy clear; * is every agent", theme.quiet),
    ]),
  );
}

function rulesOf({ allow, deny }: AgentPolicy): readonly string[] {
  const inWords = (rules: readonly PolicyRule[], may: string) =>
    rules.map(({ from, to }) => cleanLine(`${nameOf(from)} ${may} write to ${nameOf(to)}`));
  const rules = [...inWords(allow, "may"), ...inWords(deny, "may not")];
  return rules.length === 0 ? ["every agent may write to every other"] : rules;
}

function nameOf(agentId: string): string {
  return agentId === "*" ? "any agent" : agentId;
}
